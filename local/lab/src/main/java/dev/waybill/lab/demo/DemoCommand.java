package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.stack.StackOptions;
import dev.waybill.lab.stack.StackRunner;
import dev.waybill.lab.stack.StackSettings;
import dev.waybill.lab.stack.StartupLines;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill demo}. */
@Command(
    name = "demo",
    header = "Start everything and watch changes reach their handler, through crashes.",
    description = {
      "",
      "Starts PostgreSQL, Kafka, the activity service, the relay, the timeline, the dashboard and the"
          + " notification service on loopback, plans and completes activities over HTTP, and shows"
          + " when each message was committed, when a reader had it from each handler's topic, when"
          + " the timeline had handled it, and who was mailed what of it, by a mail server that"
          + " delivers nothing. Delivers one message twice. Then kills the relay, the timeline and"
          + " the notification service in the middle of a burst, and compares what was committed"
          + " with what is there, what the dashboard counts and what was mailed.",
      ""
    })
public final class DemoCommand implements Callable<Integer> {
  /** Short, so that nobody waits long for the relay after it was killed. */
  private static final Duration LEASE = Duration.ofSeconds(3);

  private final Terminal terminal;

  @Option(
      names = "--exit",
      description =
          "Stop everything after the story; exit code 0 only if every check held. Without it all"
              + " keeps running until Ctrl-C.")
  private boolean exit;

  @Mixin private final StackOptions options = new StackOptions();

  /** Makes the command. */
  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    StackSettings settings = options.settings(LEASE);
    terminal.out().println("Starting Waybill. Data and logs: " + settings.data());
    terminal.out().flush();
    return StackRunner.run(settings, StartupLines.to(terminal.out()), stack -> show(stack).code());
  }

  private ExitCode show(Stack stack) throws Exception {
    boolean held = new Story(stack, new StoryTeller(terminal)).tell();
    if (!exit) {
      Visitors.welcome(stack, terminal);
      Visitors.stay(stack);
    }
    return held ? ExitCode.OK : ExitCode.FAILURE;
  }
}
