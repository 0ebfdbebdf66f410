package dev.waybill.lab.stack;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.local.network.Ports;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ports of a stack on loopback; 0 takes a free one.
 *
 * @param mail of the mail catcher
 * @param handlers those of the handler services; 0 for one that is not named
 */
public record StackPorts(
    int postgres,
    int kafka,
    int activity,
    int relay,
    int mail,
    Map<HandlerService, Integer> handlers) {
  private static final int HIGHEST = 65_535;
  private static final String MAIL = "the mail catcher";
  private static final String MAIL_OPTION = "--mail-port";

  /** Completes and copies the handlers' ports. */
  public StackPorts {
    Map<HandlerService, Integer> given = handlers;
    handlers = ofEach(handler -> given.getOrDefault(handler, 0));
  }

  /** Free ports, for a stack that nobody but its starter talks to. */
  public static StackPorts free() {
    return new StackPorts(0, 0, 0, 0, 0, Map.of());
  }

  /** The port of one handler service. */
  int handler(HandlerService handler) {
    return handlers.getOrDefault(handler, 0);
  }

  /**
   * The same with every 0 replaced.
   *
   * @throws CommandFailure naming the first port that is none, is given twice, or that somebody
   *     else listens on, and its option
   */
  StackPorts resolved() {
    requireDistinct();
    return new StackPorts(
        resolve(postgres, "PostgreSQL", "--postgres-port"),
        resolve(kafka, "Kafka", "--kafka-port"),
        resolve(activity, "the activity service", "--activity-port"),
        resolve(relay, "the relay", "--relay-port"),
        resolve(mail, MAIL, MAIL_OPTION),
        ofEach(
            handler ->
                resolve(handler(handler), "the " + handler.id(), "--" + handler.id() + "-port")));
  }

  private void requireDistinct() {
    List<Integer> given =
        Stream.concat(Stream.of(postgres, kafka, activity, relay, mail), handlers.values().stream())
            .filter(port -> port != 0)
            .toList();
    for (int port : given) {
      if (Collections.frequency(given, port) > 1) {
        throw CommandFailure.of(
            ExitCode.USAGE,
            "port %d is given to more than one server".formatted(port),
            "give each server a port of its own, or 0 for a free one; see --help for the options");
      }
    }
  }

  private static Map<HandlerService, Integer> ofEach(Function<HandlerService, Integer> portOf) {
    return Arrays.stream(HandlerService.values())
        .collect(Collectors.toUnmodifiableMap(handler -> handler, portOf));
  }

  private static int resolve(int port, String server, String option) {
    if (port < 0 || port > HIGHEST) {
      throw CommandFailure.of(
          ExitCode.USAGE,
          "%s %d: there is no such port".formatted(option, port),
          "give a number up to %d, or 0 for a free port".formatted(HIGHEST));
    }
    if (port == 0) {
      return Ports.free();
    }
    if (Ports.isTaken(port)) {
      throw taken(port, server, option);
    }
    return port;
  }

  /** Says that somebody took the mail catcher's port after it was looked at. */
  CommandFailure mailTaken() {
    return taken(mail, MAIL, MAIL_OPTION);
  }

  private static CommandFailure taken(int port, String server, String option) {
    return CommandFailure.of(
        ExitCode.CONFLICT,
        "port %d, which is for %s, is taken".formatted(port, server),
        "stop what listens on it, or choose another port with " + option);
  }
}
