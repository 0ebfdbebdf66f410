package dev.waybill.cli.schemas;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "new-version",
    header = "Begin the next version of a type.",
    description = {
      "",
      "Copies schema and example of the newest version under the next number, which is never one that"
          + " was retired. Needed for every change of a released version but an optional member.",
      ""
    })
final class NewVersionCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Parameters(paramLabel = "TYPE", description = "For instance activity.completed.")
  private String type = "";

  @Mixin private final CheckoutOptions checkout = new CheckoutOptions();
  @Mixin private final FileExecution execution = new FileExecution();

  NewVersionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    TypeFolder folder = checkout.type(type);
    if (folder.versions().isEmpty()) {
      throw CommandFailure.of(
          ExitCode.CONFLICT,
          type + " has no version to begin from",
          "write v" + folder.next() + ".schema.json and v" + folder.next() + ".example.json");
    }
    int next = folder.next();
    execution.run(
        terminal,
        folder.copyNewest(),
        FileExecution.facts().put("type", type).put("version", next),
        ("edit the two files, classify new fields in record.yaml, then `waybill schemas release %s`."
                + " Handlers read version %d before anybody sends it")
            .formatted(type, next));
    return ExitCode.OK.code();
  }
}
