package dev.waybill.cli.schemas;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.wire.TopicNames;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.KafkaException;

/**
 * Reads the topics of handlers and of their dead letters to their ends. A topic that is not there
 * proves something only in the cluster that the relays write to, so that is looked at first.
 */
final class TopicProofs {

  private final Optional<Properties> properties;
  private final TopicNames names;
  private final PrintWriter progress;

  TopicProofs(Optional<Properties> properties, TopicNames names, PrintWriter progress) {
    this.properties = properties;
    this.names = names;
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
      for (String relay : handlers.relays()) {
        proofs.add(ledger(reader, relay));
      }
      for (String topic : handlers.topics()) {
        proofs.add(look(reader, topic, type, handlers.isRouted(topic)));
      }
    } catch (KafkaException e) {
      proofs.add(Proof.notProved("topics", words(e)));
    }
  }

  private Proof ledger(TopicReader reader, String relay) {
    String ledger = names.ledger(relay);
    String place = "relay " + relay;
    try {
      return reader.exists(ledger)
          ? new Proof(place, Proof.Verdict.CLEAR, "writes to this Kafka: it has " + ledger)
          : Proof.notProved(
              place, ledger + " does not exist: is this its Kafka, and its --topic-prefix?");
    } catch (KafkaException e) {
      return Proof.notProved(place, words(e));
    }
  }

  private Proof look(TopicReader reader, String topic, MessageType type, boolean routed) {
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
          .orElseGet(() -> missing(place, routed));
    } catch (KafkaException e) {
      return Proof.notProved(place, words(e));
    }
  }

  private static Proof missing(String place, boolean routed) {
    return routed
        ? Proof.notProved(
            place, "does not exist, and the applied revision sends to it: is this its Kafka?")
        : new Proof(place, Proof.Verdict.CLEAR, "does not exist");
  }

  private static String words(KafkaException e) {
    return e.getClass().getSimpleName() + ": " + e.getMessage();
  }
}
