package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.stack.StackOptions;
import dev.waybill.lab.stack.StackRunner;
import dev.waybill.lab.stack.StackSettings;
import dev.waybill.lab.stack.StartupLines;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill demo}. */
@Command(
    name = "demo",
    header = "Start everything and watch a change reach its topics.",
    description = {
      "",
      "Starts PostgreSQL, Kafka, the activity service and the relay on loopback, plans and completes"
          + " an activity over HTTP, and shows when each message was committed and when a plain"
          + " read_committed consumer had it from each handler's topic.",
      ""
    })
public final class DemoCommand implements Callable<Integer> {
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
    StackSettings settings = options.settings();
    List<String> topics =
        settings.checkout().activeSubscriptions().stream().map(Subscription::topic).toList();
    terminal.out().println("Starting Waybill. Data and logs: " + settings.data());
    terminal.out().flush();
    return StackRunner.run(
        settings, StartupLines.to(terminal.out()), stack -> show(stack, topics).code());
  }

  private ExitCode show(Stack stack, List<String> topics)
      throws SQLException, InterruptedException {
    boolean held;
    try (ArrivalWatch watch = ArrivalWatch.on(stack.bootstrapServers(), topics)) {
      held = new Story(stack, topics, watch, new StoryTeller(terminal)).tell();
    }
    if (!exit) {
      Visitors.welcome(stack, terminal);
      Visitors.stay(stack);
    }
    return held ? ExitCode.OK : ExitCode.FAILURE;
  }
}
