package dev.waybill.lab.stack;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.local.network.Ports;

/** The ports of a stack on loopback; 0 takes a free one. */
public record StackPorts(int postgres, int kafka, int activity, int relay, int timeline) {

  /** Free ports, for a stack that nobody but its starter talks to. */
  public static StackPorts free() {
    return new StackPorts(0, 0, 0, 0, 0);
  }

  /**
   * The same with every 0 replaced.
   *
   * @throws CommandFailure naming the first port that somebody else listens on, and its option
   */
  StackPorts resolved() {
    return new StackPorts(
        resolve(postgres, "PostgreSQL", "--postgres-port"),
        resolve(kafka, "Kafka", "--kafka-port"),
        resolve(activity, "the activity service", "--activity-port"),
        resolve(relay, "the relay", "--relay-port"),
        resolve(timeline, "the timeline", "--timeline-port"));
  }

  private static int resolve(int port, String server, String option) {
    if (port == 0) {
      return Ports.free();
    }
    if (Ports.isTaken(port)) {
      throw CommandFailure.of(
          ExitCode.CONFLICT,
          "port %d, which is for %s, is taken".formatted(port, server),
          "stop what listens on it, or choose another port with " + option);
    }
    return port;
  }
}
