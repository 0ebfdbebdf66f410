package dev.waybill.benchmarks.listener;

import java.util.Locale;
import java.util.Map;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import picocli.CommandLine.Option;

/** How the plain listener is run. */
public final class ListenerOptions {

  @Option(
      names = "--reference-ack",
      paramLabel = "MODE",
      description =
          "When the reference commits offsets to Kafka: BATCH, after the records of a poll, which"
              + " is Spring's default and the faster one, or RECORD, after each."
              + " Default: ${DEFAULT-VALUE}.")
  private AckMode ack = AckMode.BATCH;

  @Option(
      names = "--reference-threads",
      paramLabel = "N",
      description =
          "Consumers of the reference, each with a thread; Waybill's handler has one."
              + " Default: ${DEFAULT-VALUE}.")
  private int threads = 1;

  /** The same, for its process. */
  Map<String, String> settings() {
    return Map.of(
        PlainListenerApplication.ACK,
        ack.name(),
        PlainListenerApplication.THREADS,
        String.valueOf(threads));
  }

  /** For the report. */
  public Map<String, String> parameters() {
    return Map.of(
        "reference-ack",
        ack.name().toLowerCase(Locale.ROOT),
        "reference-threads",
        String.valueOf(threads));
  }
}
