package dev.waybill.handler.deliver;

import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Exceptions, by the names of their classes or of classes above them, that say more than "it
 * failed".
 *
 * @param permanent of messages that cannot succeed
 * @param outside of calls that were not answered, beside those of the JDK
 */
public record FaultClasses(Set<String> permanent, Set<String> outside) {

  /** What is known without settings. */
  public static final FaultClasses NONE = new FaultClasses(Set.of(), Set.of());

  private static final Set<Class<?>> UNANSWERED =
      Set.of(
          SocketException.class,
          SocketTimeoutException.class,
          UnknownHostException.class,
          HttpTimeoutException.class,
          ClosedChannelException.class,
          TimeoutException.class);

  public FaultClasses {
    permanent = Set.copyOf(permanent);
    outside = Set.copyOf(outside);
  }

  boolean isPermanent(Throwable thrown) {
    return isNamed(thrown, permanent);
  }

  boolean isOutside(Throwable thrown) {
    return UNANSWERED.stream().anyMatch(type -> type.isInstance(thrown))
        || isNamed(thrown, outside);
  }

  private static boolean isNamed(Throwable thrown, Set<String> names) {
    for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
      if (names.contains(type.getName())) {
        return true;
      }
    }
    return false;
  }
}
