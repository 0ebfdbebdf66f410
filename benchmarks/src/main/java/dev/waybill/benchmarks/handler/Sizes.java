package dev.waybill.benchmarks.handler;

import java.util.Map;
import picocli.CommandLine.Option;

/**
 * How many messages each process gets: as many as it handles in some 20 seconds, since a JVM on few
 * cores needs half of that until it is warm.
 */
final class Sizes {

  private static final int SHORT = 10;

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "Messages of the handler in each round. Default: ${DEFAULT-VALUE}.")
  private int messages = 100_000;

  @Option(
      names = "--reference-messages",
      paramLabel = "N",
      description = "Messages of the plain listener in each round. Default: ${DEFAULT-VALUE}.")
  private int reference = 20_000;

  @Option(
      names = "--failing-messages",
      paramLabel = "N",
      description =
          "Messages of the handler with failures in each round; 0 leaves it out."
              + " Default: ${DEFAULT-VALUE}.")
  private int failing = 100_000;

  @Option(
      names = "--copies",
      paramLabel = "N",
      description =
          "Further copies of each message that the handler skips. Default: ${DEFAULT-VALUE}.")
  private int copies = 4;

  int messages() {
    return messages;
  }

  int reference() {
    return reference;
  }

  int failing() {
    return failing;
  }

  int copies() {
    return copies;
  }

  /** For a round that is not measured. */
  Sizes tenth() {
    Sizes tenth = new Sizes();
    tenth.messages = messages / SHORT;
    tenth.reference = reference / SHORT;
    tenth.failing = failing / SHORT;
    tenth.copies = copies;
    return tenth;
  }

  /** For the report. */
  Map<String, String> parameters() {
    return Map.of(
        "messages", String.valueOf(messages),
        "reference-messages", String.valueOf(reference),
        "failing-messages", String.valueOf(failing),
        "copies", String.valueOf(copies));
  }
}
