package dev.waybill.lab.stack;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What runs on the servers of a stack, and how.
 *
 * @param relayLease how long a killed relay's lease keeps its successor waiting
 * @param handlers whom messages are handled by; topics of others have no reader
 * @param subscribers the subscription files, by handler, of handlers that have a topic and no
 *     process
 * @param jvm how every JVM is run, the broker's included
 * @param links how many relays reach the servers by {@link RelayLinks} of their own; the first that
 *     are started
 */
public record StackServices(
    Duration relayLease,
    List<HandlerPlan> handlers,
    Map<String, String> subscribers,
    JvmOptions jvm,
    int links) {
  /** The relay's own default. */
  public static final Duration LEASE = Duration.ofSeconds(10);

  /** Collections are copied. */
  public StackServices {
    handlers = List.copyOf(handlers);
    subscribers = Map.copyOf(subscribers);
  }

  /** Relays that reach the servers directly. */
  public StackServices(
      Duration relayLease,
      List<HandlerPlan> handlers,
      Map<String, String> subscribers,
      JvmOptions jvm) {
    this(relayLease, handlers, subscribers, jvm, 0);
  }

  /** Services that are up soon. */
  public static StackServices of(Duration relayLease, List<HandlerPlan> handlers) {
    return new StackServices(relayLease, handlers, Map.of(), JvmOptions.QUICK_START);
  }
}
