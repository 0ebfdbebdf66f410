package dev.waybill.benchmarks.handler;

import java.util.Map;
import picocli.CommandLine.Option;

/**
 * How many messages each process gets: as many as it handles in some half a minute, since a JVM on
 * few cores needs a quarter of one until it is warm.
 */
final class Sizes {

  private static final int SHORT = 10;

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "Messages of the handler in each round. Default: ${DEFAULT-VALUE}.")
  private int messages = 200_000;

  @Option(
      names = "--reference-messages",
      paramLabel = "N",
      description = "Messages of the plain listener in each round. Default: ${DEFAULT-VALUE}.")
  private int reference = 40_000;

  @Option(
      names = "--failing-messages",
      paramLabel = "N",
      description =
          "Messages of the handler with failures in each round; 0 leaves it out."
              + " Default: ${DEFAULT-VALUE}.")
  private int failing = 20_000;

  int messages() {
    return messages;
  }

  int reference() {
    return reference;
  }

  int failing() {
    return failing;
  }

  /** For a round that is not measured. */
  Sizes tenth() {
    Sizes tenth = new Sizes();
    tenth.messages = messages / SHORT;
    tenth.reference = reference / SHORT;
    tenth.failing = failing / SHORT;
    return tenth;
  }

  /** For the report. */
  Map<String, String> parameters() {
    return Map.of(
        "messages", String.valueOf(messages),
        "reference-messages", String.valueOf(reference),
        "failing-messages", String.valueOf(failing));
  }
}
