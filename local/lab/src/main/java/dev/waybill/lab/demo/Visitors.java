package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.HandlerService;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Stack;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keeps a stack running for people to look around in. */
final class Visitors {
  private static final long LOOK_EVERY_MILLIS = 500;
  private static final List<HandlerService> OWN_DATABASE =
      List.of(HandlerService.TIMELINE, HandlerService.DASHBOARD, HandlerService.NOTIFICATION);
  private static final String CREATE = "{\"type\":\"call\",\"title\":\"Call the carrier\"}";
  private static final String COMPLETE =
      "{\"version\":1,\"outcome\":\"They come at nine.\",\"followUpAt\":\"2030-01-07T09:00:00Z\"}";

  private Visitors() {}

  /** Prints how to reach everything, as lines for a shell. */
  static void welcome(Stack stack, Terminal terminal) {
    String[] lines = {
      "",
      terminal.paint(Style.STRONG, "Running. In another shell:"),
      "",
      "  export WAYBILL_DATABASE_URL=" + stack.jdbcUrl(),
      "  export WAYBILL_DATABASE_PASSWORD=" + Role.MIGRATOR.password(),
      "  export WAYBILL_BOOTSTRAP_SERVERS=" + stack.bootstrapServers(),
      "",
      "  # Tokens of tenant " + DemoUser.TENANT + ", good for twelve hours; each names its roles.",
      "  export WRITER_TOKEN=" + DemoUser.token(stack, "activity-writer"),
      "  export READER_TOKEN=" + DemoUser.token(stack, "activity-reader"),
      "  export VIEWER_TOKEN=" + DemoUser.token(stack, "viewer"),
      "  export OPERATOR_TOKEN=" + DemoUser.token(stack, "operator"),
      "  export ADMINISTRATOR_TOKEN=" + DemoUser.token(stack, "administrator"),
      "  export PAYLOAD_VIEWER_TOKEN=" + DemoUser.token(stack, "viewer", "payload-viewer"),
      "",
      "  # Create an activity, complete it, and see it, its effect, and what follows it.",
      "  ID=$(" + post(stack, "", CREATE) + " | sed 's/.*\"id\":\"\\([^\"]*\\)\".*/\\1/')",
      "  " + post(stack, "/$ID/complete", COMPLETE),
      "  " + get(stack.activityService() + "/activities/recent"),
      "  " + get(stack.address(HandlerService.TIMELINE) + "/timeline"),
      "  " + get(stack.address(HandlerService.DASHBOARD) + "/dashboard/counts"),
      "",
      "  # What was mailed: each mail a file, the newest last. None leaves this machine.",
      "  ls \"" + stack.mails().folder() + "\"",
      "",
      "  # Look around from the checkout.",
      "  ./waybill doctor",
      "  ./waybill subscriptions show",
      "",
      "  # Direct the relay: pause, drain, backfill, replay; see ./waybill relay --help.",
      "  export WAYBILL_SERVER=" + stack.relayAddress(),
      "  export WAYBILL_TOKEN=$OPERATOR_TOKEN",
      "  ./waybill relay drain",
      "",
      "  # See where a service's handlers stand, and what has become of a message in them.",
      "  export WAYBILL_HANDLER_SERVER=" + stack.address(HandlerService.TIMELINE),
      "  ./waybill handlers list",
      "",
      "  # What has become of one message, from the relay to the last handler.",
      "  ./waybill messages show MESSAGE_ID --handler-server " + handlers(stack),
      "",
      "  # Each handler has a database of its own; role "
          + Role.HANDLER.roleName()
          + ", same password:",
      databases(stack),
      "",
      "Ctrl-C stops everything.",
    };
    for (String line : lines) {
      terminal.out().println(line);
    }
    terminal.out().flush();
  }

  private static String handlers(Stack stack) {
    return Stream.of(HandlerService.values())
        .map(service -> stack.address(service).toString())
        .collect(Collectors.joining(","));
  }

  private static String databases(Stack stack) {
    return OWN_DATABASE.stream()
        .map(handler -> "  # " + stack.jdbcUrl(handler.id()))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String post(Stack stack, String path, String body) {
    return "curl -sS -H \"Authorization: Bearer $WRITER_TOKEN\""
        + " -H 'Content-Type: application/json' -d '"
        + body
        + "' "
        + stack.activityService()
        + "/activities"
        + path;
  }

  private static String get(String address) {
    return "curl -sS -H \"Authorization: Bearer $READER_TOKEN\" " + address;
  }

  /**
   * Stays until the stack is closed.
   *
   * @throws CommandFailure when a part ends on its own
   */
  static int stay(Stack stack) throws InterruptedException {
    while (!stack.isClosed()) {
      stack
          .firstEnded()
          .ifPresent(
              part -> {
                throw CommandFailure.of(
                    ExitCode.FAILURE,
                    part.describe() + ", so everything else was stopped",
                    "see %s; the next start goes on with the same data".formatted(part.log()));
              });
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    }
    return ExitCode.OK.code();
  }
}
