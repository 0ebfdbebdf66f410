package dev.waybill.cli.schemas;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.check.Breach;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "release",
    header = "Lock the schemas of a type as they are now.",
    description = {
      "",
      "Keeps a copy of each schema, which the check compares it with from then on, and at the first"
          + " release of a version its example as the golden payload that handlers read in their"
          + " builds. Lists every version that was ever released in released.yaml. Needed again"
          + " after an optional member was added, so that the member is locked too.",
      "",
      "Exit code 5 when the files of the type break a rule.",
      ""
    })
final class ReleaseCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Parameters(paramLabel = "TYPE", description = "For instance activity.completed.")
  private String type = "";

  @Mixin private final CheckoutOptions checkout = new CheckoutOptions();
  @Mixin private final FileExecution execution = new FileExecution();

  ReleaseCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    TypeFolder folder = checkout.type(type);
    List<Breach> breaches = checkout.breachesOf(type);
    if (!breaches.isEmpty()) {
      throw CommandFailure.of(
          ExitCode.CONFLICT,
          String.join("\n", breaches.stream().map(Breach::toString).toList()),
          "correct the files; nothing was changed");
    }
    execution.run(
        terminal,
        folder.release(),
        FileExecution.facts().put("type", type),
        "commit the files. Deploy readers before writers");
    return ExitCode.OK.code();
  }
}
