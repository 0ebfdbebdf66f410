package dev.waybill.cli.schemas;

import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plans changes of files unless told to make them. Asks nobody and wants no reason: who commits the
 * files is asked and gives one.
 */
final class FileExecution {

  @Option(
      names = "--execute",
      description = "Change the files. Without it they are listed and nothing is done.")
  private boolean execute;

  @Mixin private final OutputOption output = new OutputOption();

  boolean execute() {
    return execute;
  }

  boolean json() {
    return output.json();
  }

  /**
   * Makes the changes or lists them, with further facts in the JSON.
   *
   * @throws dev.waybill.cli.terminal.CommandFailure when one of them cannot be made; then none is
   */
  void run(Terminal terminal, List<FileChange> changes, ObjectNode facts, String next) {
    changes.forEach(FileChange::requirePossible);
    if (execute) {
      changes.forEach(FileChange::apply);
    }
    if (output.json()) {
      ArrayNode files = facts.putArray("changes");
      changes.forEach(change -> files.add(change.describe()));
      facts.put("executed", execute && !changes.isEmpty());
      output.write(terminal, facts);
    } else {
      changes.forEach(change -> terminal.out().println(change.describe()));
      terminal.out().flush();
    }
    terminal.err().println(after(changes, next));
  }

  /** Writes a document where no file is to be changed. */
  void write(Terminal terminal, ObjectNode document) {
    output.write(terminal, document);
  }

  static ObjectNode facts() {
    return JsonNodeFactory.instance.objectNode();
  }

  private String after(List<FileChange> changes, String next) {
    if (changes.isEmpty()) {
      return "Nothing to do.";
    }
    return execute ? "Done. Next: " + next : "Nothing was changed. To do it: --execute";
  }
}
