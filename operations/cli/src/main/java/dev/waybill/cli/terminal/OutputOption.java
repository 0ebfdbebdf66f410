package dev.waybill.cli.terminal;

import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** The option {@code -o} that every command with data has. */
public final class OutputOption {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "How to write the data: ${COMPLETION-CANDIDATES}. Default: table.")
  private OutputFormat format = OutputFormat.TABLE;

  public boolean json() {
    return format == OutputFormat.JSON;
  }

  /** Writes one JSON document. */
  public void write(Terminal terminal, JsonNode document) {
    terminal.out().println(document.toPrettyString());
    terminal.out().flush();
  }
}
