package dev.waybill.lab.stack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a stack is started with.
 *
 * @param data the folder of the servers' data and all logs
 * @param reset whether earlier data is removed first
 * @param relayLease how long a killed relay's lease keeps its successor waiting
 * @param handlers whom messages are handled by; topics of others have no reader
 */
public record StackSettings(
    Checkout checkout,
    Path data,
    boolean reset,
    StackPorts ports,
    Duration relayLease,
    List<HandlerPlan> handlers) {
  /** The relay's own default. */
  public static final Duration LEASE = Duration.ofSeconds(10);

  public StackSettings {
    handlers = List.copyOf(handlers);
  }
}
