package dev.waybill.cli.doctor.kafka;

import dev.waybill.cli.finding.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.TopicPartition;

/**
 * Transactions that are open on a partition for much longer than a relay's may be. Until such a one
 * ends, consumers that read committed messages only stand still behind it.
 */
final class OpenTransactions {

  private static final String NAME = "kafka.transactions";
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Cluster cluster;
  private final Instant now;

  OpenTransactions(Cluster cluster, Instant now) {
    this.cluster = cluster;
    this.now = now;
  }

  List<Finding> find(Collection<TopicPartition> partitions) {
    List<Open> open = new ArrayList<>();
    cluster
        .producers(partitions)
        .forEach(
            (partition, state) ->
                state.activeProducers().stream()
                    .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                    .forEach(producer -> open.add(new Open(partition, producer))));
    List<Open> stuck = open.stream().filter(one -> one.age(now).compareTo(LONG) > 0).toList();
    if (stuck.isEmpty()) {
      return List.of(
          Finding.ok(NAME, partitions.size() + " partitions, none held by an old transaction"));
    }
    Set<Long> producers = new HashSet<>();
    stuck.forEach(one -> producers.add(one.producer().producerId()));
    Map<Long, String> ids = cluster.transactionalIds(producers);
    return stuck.stream().map(one -> judge(one, ids)).toList();
  }

  private Finding judge(Open open, Map<Long, String> ids) {
    long producer = open.producer().producerId();
    String id = ids.getOrDefault(producer, "unknown to its coordinator");
    long offset = open.producer().currentTransactionStartOffset().orElse(-1);
    return Finding.problem(
        NAME,
        open.partition()
            + " is held at offset "
            + offset
            + " by a transaction open for "
            + open.age(now).toSeconds()
            + " s (producer "
            + producer
            + ", transactional id "
            + id
            + "): consumers stand still behind it",
        "end that producer; if it is gone: kafka-transactions.sh abort --topic "
            + open.partition().topic()
            + " --partition "
            + open.partition().partition()
            + " --start-offset "
            + offset);
  }

  /** A producer with an open transaction on a partition. */
  private record Open(TopicPartition partition, ProducerState producer) {

    Duration age(Instant now) {
      return Duration.between(Instant.ofEpochMilli(producer.lastTimestamp()), now);
    }
  }
}
