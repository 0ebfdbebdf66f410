package dev.waybill.local.kafka;

import java.util.Locale;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Exit;

/**
 * What a broker and the JVM that it is a guest in need from each other. On a fatal error Kafka
 * calls {@code System.exit} or halts: here that becomes an exception in the failing thread, so the
 * broker is broken and its host, a test run, says so. And Kafka 4.3 reads its own settings with the
 * default locale, which fails in a Turkish one. Both are settings of the whole JVM.
 */
final class HostJvm {
  private HostJvm() {}

  /** Turns Kafka's calls to end the JVM into exceptions, for good. */
  static void protect() {
    Exit.setExitProcedure(HostJvm::refuse);
    Exit.setHaltProcedure(HostJvm::refuse);
  }

  /** Runs {@code start} in a locale that Kafka can stand. */
  static synchronized <T> T inRootLocale(Supplier<T> start) {
    Locale own = Locale.getDefault();
    Locale.setDefault(Locale.ROOT);
    try {
      return start.get();
    } finally {
      Locale.setDefault(own);
    }
  }

  private static void refuse(int status, String message) {
    throw new IllegalStateException(
        "Kafka wanted to end the JVM with status %d: %s".formatted(status, message));
  }
}
