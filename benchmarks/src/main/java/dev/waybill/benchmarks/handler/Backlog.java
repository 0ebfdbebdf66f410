package dev.waybill.benchmarks.handler;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.local.history.Writes;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The messages that one round is about, and the topic that they are on. */
record Backlog(String bootstrapServers, String topic, Shape shape) {

  /**
   * What the messages are.
   *
   * @param run tells those of one run from those of another
   * @param keys ordering keys that take turns
   * @param perTransaction so many are published in one transaction, each of which ends with a
   *     marker in each partition that it touched
   */
  record Shape(long run, int messages, int payloadBytes, int keys, int perTransaction) {

    BenchMessage message(int index) {
      return BenchMessage.of(run, index, payloadBytes, keys);
    }
  }

  /**
   * Publishes one copy of each message, behind those that are there.
   *
   * @return the offset of the last record of each partition
   */
  Map<Integer, Long> publish() {
    Map<Integer, Long> last = new ConcurrentHashMap<>();
    try (KafkaProducer<String, byte[]> producer = producer()) {
      producer.initTransactions();
      for (int from = 0; from < shape.messages(); from += shape.perTransaction()) {
        int to = Math.min(shape.messages(), from + shape.perTransaction());
        publish(producer, from, to, last);
      }
    }
    return last;
  }

  /** What has to be in effect, each once. */
  Writes writes() {
    Writes writes = new Writes();
    for (int i = 0; i < shape.messages(); i++) {
      BenchMessage message = shape.message(i);
      writes.committed(message.id(), message.key(), i);
    }
    return writes;
  }

  /**
   * Those whose key waits for a retry: the ones that fail, and what comes behind one of them in its
   * key.
   */
  Set<UUID> heldUp(Predicate<UUID> failsFirst) {
    Set<String> keys = new HashSet<>();
    Set<UUID> heldUp = new HashSet<>();
    for (int i = 0; i < shape.messages(); i++) {
      BenchMessage message = shape.message(i);
      if (failsFirst.test(message.id())) {
        keys.add(message.key());
      }
      if (keys.contains(message.key())) {
        heldUp.add(message.id());
      }
    }
    return heldUp;
  }

  /** The results of the sends need no look: one that failed makes the commit fail. */
  @SuppressWarnings("FutureReturnValueIgnored")
  private void publish(
      KafkaProducer<String, byte[]> producer, int from, int to, Map<Integer, Long> last) {
    producer.beginTransaction();
    for (int i = from; i < to; i++) {
      producer.send(
          HandlerRecord.of(topic, shape.message(i)),
          (sent, failure) -> {
            if (failure == null) {
              last.merge(sent.partition(), sent.offset(), Math::max);
            }
          });
    }
    producer.commitTransaction();
  }

  private KafkaProducer<String, byte[]> producer() {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "waybill-bench-backlog",
            ProducerConfig.ACKS_CONFIG,
            "all"),
        new StringSerializer(),
        new ByteArraySerializer());
  }
}
