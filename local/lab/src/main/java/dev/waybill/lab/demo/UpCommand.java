package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.StackOptions;
import dev.waybill.lab.stack.StackRunner;
import dev.waybill.lab.stack.StackServices;
import dev.waybill.lab.stack.StackSettings;
import dev.waybill.lab.stack.StartupLines;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code waybill up}. */
@Command(
    name = "up",
    header = "Start everything and keep it running until Ctrl-C.",
    description = {
      "",
      "Starts PostgreSQL, Kafka, the activity service, the relay, the timeline, the dashboard and the"
          + " notification service on loopback, each a process of its own, with data that the next"
          + " start finds again. Mails are caught and kept as files. When one of them ends by itself,"
          + " all are stopped: the exit code is 1, and the last line names it and its log.",
      ""
    })
public final class UpCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final StackOptions options = new StackOptions();

  /** Makes the command. */
  public UpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    StackSettings settings = options.settings(StackServices.LEASE);
    terminal.out().println("Starting Waybill. Data and logs: " + settings.data());
    return StackRunner.run(
        settings,
        StartupLines.to(terminal.out()),
        stack -> {
          Visitors.welcome(stack, terminal);
          return Visitors.stay(stack);
        });
  }
}
