package dev.waybill.cli.schemas;

import dev.waybill.contract.message.MessageType;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.KafkaException;

/** Reads the topics of handlers and of their dead letters to their ends. */
final class TopicProofs {

  private final Optional<Properties> properties;
  private final PrintWriter progress;

  TopicProofs(Optional<Properties> properties, PrintWriter progress) {
    this.properties = properties;
    this.progress = progress;
  }

  void look(MessageType type, KnownHandlers handlers, List<Proof> proofs) {
    if (properties.isEmpty()) {
      handlers
          .topics()
          .forEach(
              topic ->
                  proofs.add(
                      Proof.notProved("topic " + topic, "name Kafka with --bootstrap-servers")));
      return;
    }
    try (TopicReader reader = new TopicReader(properties.get())) {
      for (String topic : handlers.topics()) {
        proofs.add(look(reader, topic, type));
      }
    } catch (KafkaException e) {
      proofs.add(Proof.notProved("topics", words(e)));
    }
  }

  private Proof look(TopicReader reader, String topic, MessageType type) {
    String place = "topic " + topic;
    progress.println("reading " + topic + " …");
    progress.flush();
    AtomicLong carried = new AtomicLong();
    try {
      Optional<Long> read =
          reader.readAll(
              topic,
              found -> {
                if (found.equals(Optional.of(type))) {
                  carried.incrementAndGet();
                }
              });
      return read.map(records -> Proof.counted(place, carried.get(), "of " + records + " records"))
          .orElseGet(() -> new Proof(place, Proof.Verdict.CLEAR, "does not exist"));
    } catch (KafkaException e) {
      return Proof.notProved(place, words(e));
    }
  }

  private static String words(KafkaException e) {
    return e.getClass().getSimpleName() + ": " + e.getMessage();
  }
}
