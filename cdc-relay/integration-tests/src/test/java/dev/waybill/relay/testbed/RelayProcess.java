package dev.waybill.relay.testbed;

import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.ChildProcessBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** A relay in a process of its own, as operators run it, which can be killed and frozen. */
public final class RelayProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final ChildProcess process;

  private RelayProcess(ChildProcess process) {
    this.process = process;
  }

  /** Starts the relay itself. */
  public static RelayProcess start(RelayTestbed testbed, Map<String, String> more) {
    return start("dev.waybill.relay.RelayApplication", testbed, more);
  }

  /** Starts a variant of the relay. Settings that begin with {@code kill.} go to the variant. */
  public static RelayProcess start(
      String mainClass, RelayTestbed testbed, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(testbed.settings());
    settings.put("spring.main.web-application-type", "none");
    settings.put(
        "waybill.relay.kafka.properties[interceptor.classes]",
        "dev.waybill.relay.KillPointRelay$KillingInterceptor");
    settings.putAll(more);
    ChildProcessBuilder builder =
        ChildProcess.builder("relay-" + testbed.name())
            .mainClass(mainClass, System.getProperty("java.class.path"))
            .shortLived()
            .jvmOptions("-Xmx256m");
    settings.forEach((name, value) -> builder.jvmOptions("-D" + name + "=" + value));
    return new RelayProcess(builder.start());
  }

  /** Returns when the relay has logged a line that contains {@code text}. */
  public void awaitLine(String text) {
    process.awaitLine(Pattern.compile(Pattern.quote(text)), PATIENCE);
  }

  public void awaitStreaming() {
    awaitLine("Relay streaming");
  }

  /** The process under the hood. */
  public ChildProcess process() {
    return process;
  }

  /** Returns when the process has ended, with its exit code. */
  public int awaitExit() {
    return process.awaitExit(PATIENCE);
  }

  @Override
  public void close() {
    process.close();
  }
}
