package dev.waybill.relay.ledgerstore;

import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.BatchRecordJson;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads the ledger topic: one partition, compacted, one key, each record inside the Kafka
 * transaction of the batch it describes.
 */
public final class LedgerTopic {

  private static final Duration POLL = Duration.ofMillis(50);

  private static final long FIRST_STEP = 16;
  private static final long STEP_GROWTH = 16;

  private final Map<String, Object> connection;
  private final TopicPartition partition;
  private final LongSupplier nanoTime = System::nanoTime;

  public LedgerTopic(Map<String, Object> connection, String topic) {
    this.connection = connection;
    this.partition = new TopicPartition(topic, 0);
  }

  public String name() {
    return partition.topic();
  }

  /** The last committed record below the last stable offset, whatever may be in flight above it. */
  public Optional<BatchRecord> lastStable(Duration timeout) {
    try (Consumer<String, String> consumer = consumer(IsolationLevel.READ_COMMITTED)) {
      return lastBefore(consumer, end(consumer, timeout), timeout);
    }
  }

  /**
   * The last committed record of the whole topic. Waits until no transaction is open on it.
   *
   * @throws LedgerTopicBusyException when one stays open for longer than {@code timeout}
   */
  public Optional<BatchRecord> last(Duration timeout) {
    long deadline = nanoTime.getAsLong() + timeout.toNanos();
    try (Consumer<String, String> committed = consumer(IsolationLevel.READ_COMMITTED);
        Consumer<String, String> any = consumer(IsolationLevel.READ_UNCOMMITTED)) {
      // The end is taken once: a record above it cannot be ours, since our producer is idle.
      long end = end(any, timeout);
      while (end(committed, timeout) < end) {
        if (nanoTime.getAsLong() - deadline > 0) {
          throw new LedgerTopicBusyException(
              "a transaction is still open on the ledger topic " + partition.topic());
        }
        committed.poll(POLL);
      }
      return lastBefore(committed, end, timeout);
    }
  }

  private Optional<BatchRecord> lastBefore(
      Consumer<String, String> consumer, long end, Duration timeout) {
    long begin = consumer.beginningOffsets(List.of(partition), timeout).getOrDefault(partition, 0L);
    // From the tail, in growing steps: the newest segment is not compacted and may be long.
    for (long step = FIRST_STEP; ; step *= STEP_GROWTH) {
      long from = Math.max(begin, end - step);
      Optional<BatchRecord> last = lastBetween(consumer, from, end, timeout);
      if (last.isPresent() || from == begin) {
        return last;
      }
    }
  }

  private Optional<BatchRecord> lastBetween(
      Consumer<String, String> consumer, long from, long end, Duration timeout) {
    long deadline = nanoTime.getAsLong() + timeout.toNanos();
    consumer.seek(partition, from);
    ConsumerRecord<String, String> last = null;
    while (consumer.position(partition, timeout) < end) {
      if (nanoTime.getAsLong() - deadline > 0) {
        throw new LedgerTopicBusyException(
            "the ledger topic " + partition.topic() + " could not be read to its end in time");
      }
      for (ConsumerRecord<String, String> record : consumer.poll(POLL).records(partition)) {
        last = record.offset() < end ? record : last;
      }
    }
    return Optional.ofNullable(last).map(record -> BatchRecordJson.read(record.value()));
  }

  private long end(Consumer<String, String> consumer, Duration timeout) {
    return consumer.endOffsets(List.of(partition), timeout).getOrDefault(partition, 0L);
  }

  private Consumer<String, String> consumer(IsolationLevel isolation) {
    Map<String, Object> settings = new HashMap<>(connection);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation.toString());
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // A topic that a broker makes by itself would not be compacted.
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    Consumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
    consumer.assign(List.of(partition));
    return consumer;
  }

  /** The topic cannot be read to its end now. */
  public static final class LedgerTopicBusyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LedgerTopicBusyException(String message) {
      super(message);
    }
  }
}
