package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.ServerOptions;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
    name = "dead-letters",
    header = "Messages that the relay gave up publishing to a handler.",
    description = {
      "",
      "The oldest first, with how many messages of the same key wait behind each. Those of your"
          + " tenant, or everybody's where your tenant operates the relay.",
      "",
      "Exit code 3 when there is none.",
      ""
    })
final class DeadLettersCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Mixin private final DeadLetterSelection selection = new DeadLetterSelection();
  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final OutputOption output = new OutputOption();

  DeadLettersCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    JsonNode found = selection.find(server.connect(environment));
    boolean none = found.path("deadLetters").isEmpty();
    if (output.json()) {
      output.write(terminal, found);
    } else if (none) {
      terminal.err().println("No dead letters.");
    } else {
      DeadLetterSelection.table(found.path("deadLetters")).lines().forEach(terminal.out()::println);
      terminal.out().flush();
      if (found.path("more").asBoolean()) {
        terminal.err().println("There are more: raise --limit, or choose by handler or cause.");
      }
    }
    return (none ? ExitCode.NOTHING_FOUND : ExitCode.OK).code();
  }
}
