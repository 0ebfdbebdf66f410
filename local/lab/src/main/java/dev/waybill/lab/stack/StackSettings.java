package dev.waybill.lab.stack;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What a stack is started with.
 *
 * @param data the folder of the servers' data and all logs
 * @param reset whether earlier data is removed first
 * @param relayLease how long a killed relay's lease keeps its successor waiting
 */
public record StackSettings(
    Checkout checkout, Path data, boolean reset, StackPorts ports, Duration relayLease) {
  /** The relay's own default. */
  static final Duration LEASE = Duration.ofSeconds(10);
}
