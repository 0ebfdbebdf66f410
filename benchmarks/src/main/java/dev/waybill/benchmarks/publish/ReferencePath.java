package dev.waybill.benchmarks.publish;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.commit.Times;
import dev.waybill.benchmarks.measure.Schedule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * What Kafka alone needs on this machine: a plain transactional producer that commits every few
 * milliseconds whatever is due, with no database before it. Nobody who promises exactly once can be
 * much faster.
 */
final class ReferencePath implements PublishPath {

  private final String bootstrapServers;
  private final List<String> topics;
  private final Duration interval;

  ReferencePath(String bootstrapServers, List<String> topics, Duration interval) {
    this.bootstrapServers = bootstrapServers;
    this.topics = List.copyOf(topics);
    this.interval = interval;
  }

  @Override
  public String name() {
    return "reference";
  }

  @Override
  public List<String> topics() {
    return topics;
  }

  @Override
  public void publish(Schedule schedule, IntFunction<BenchMessage> messages, Times times) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrapServers,
            "transactional.id",
            "waybill-bench-reference",
            "linger.ms",
            0,
            "acks",
            "all");
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      producer.initTransactions();
      int next = 0;
      long tick = schedule.start();
      while (next < schedule.count()) {
        tick = Math.max(tick + interval.toNanos(), System.nanoTime());
        LockSupport.parkNanos(tick - System.nanoTime());
        int due = next;
        while (due < schedule.count() && schedule.intended(due) <= System.nanoTime()) {
          due++;
        }
        if (due > next) {
          commit(producer, next, due, messages);
          long now = System.nanoTime();
          for (; next < due; next++) {
            times.committed(next, now);
          }
        }
      }
    }
  }

  /** The results of the sends need no look: one that failed makes the commit fail. */
  @SuppressWarnings("FutureReturnValueIgnored")
  private void commit(
      KafkaProducer<String, String> producer,
      int from,
      int to,
      IntFunction<BenchMessage> messages) {
    producer.beginTransaction();
    for (int i = from; i < to; i++) {
      BenchMessage message = messages.apply(i);
      for (String topic : topics) {
        producer.send(new ProducerRecord<>(topic, message.id().toString(), message.payload()));
      }
    }
    producer.commitTransaction();
  }
}
