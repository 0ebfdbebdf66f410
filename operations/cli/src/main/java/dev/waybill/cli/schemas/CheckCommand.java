package dev.waybill.cli.schemas;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.check.Breach;
import dev.waybill.contract.check.Checkout;
import dev.waybill.contract.check.ContractCheck;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "check",
    header = "Hold contracts and subscriptions to the rules, as the build does.",
    description = {
      "",
      "One line for each breach: file, field, rule, what is wrong and what to do, and which"
          + " subscribers are hit. Connects to nothing and changes nothing.",
      "",
      "Exit code 1 when a rule is broken.",
      ""
    })
final class CheckCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private final CheckoutOptions checkout = new CheckoutOptions();
  @Mixin private final OutputOption output = new OutputOption();

  CheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Checkout files = checkout.read();
    List<Breach> breaches = ContractCheck.check(files);
    if (output.json()) {
      output.write(terminal, json(breaches));
    } else {
      breaches.forEach(breach -> terminal.out().println(breach));
      terminal.out().flush();
    }
    terminal
        .err()
        .println(
            breaches.isEmpty()
                ? terminal.paint(Style.GOOD, "All rules are kept: ") + files.describe() + "."
                : breaches.size() + " breaches in " + files.describe() + ".");
    return (breaches.isEmpty() ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  static ObjectNode json(List<Breach> breaches) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode list = document.putArray("breaches");
    for (Breach breach : breaches) {
      ObjectNode node =
          list.addObject()
              .put("file", breach.file())
              .put("field", breach.field())
              .put("rule", breach.rule())
              .put("message", breach.message());
      ArrayNode subscribers = node.putArray("subscribers");
      breach.subscribers().forEach(subscribers::add);
    }
    return document;
  }
}
