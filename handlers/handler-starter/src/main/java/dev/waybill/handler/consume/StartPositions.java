package dev.waybill.handler.consume;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.inbox.PositionTable;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.PartitionLog;
import dev.waybill.handler.position.StartDecision;
import dev.waybill.handler.position.StartRule;
import dev.waybill.handler.position.TopicId;
import dev.waybill.handler.status.HandlerStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out where to begin: reads what is stored and what the log holds, lets the rule decide, and
 * stores a decision before anything is read by it. Used on the consuming thread.
 */
final class StartPositions {

  private static final Logger LOG = LoggerFactory.getLogger(StartPositions.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HandlerId handler;
  private final TopicLookup topics;
  private final HandlerTransactions transactions;
  private final PositionTable positions;
  private final HandlerStatus status;

  StartPositions(
      TopicLookup topics,
      HandlerTransactions transactions,
      PositionTable positions,
      HandlerStatus status) {
    this.handler = status.handler();
    this.topics = topics;
    this.transactions = transactions;
    this.positions = positions;
    this.status = status;
  }

  /**
   * What the logs of some partitions hold.
   *
   * @throws RuntimeException when Kafka cannot be asked
   */
  Map<AssignedPartition, PartitionLog> logs(
      Consumer<?, ?> consumer, Collection<AssignedPartition> partitions) {
    List<TopicPartition> asked = partitions.stream().map(AssignedPartition::kafka).toList();
    Map<TopicPartition, Long> starts = consumer.beginningOffsets(asked, PATIENCE);
    Map<TopicPartition, Long> ends = consumer.endOffsets(asked, PATIENCE);
    Map<AssignedPartition, PartitionLog> logs = new LinkedHashMap<>();
    for (AssignedPartition assigned : partitions) {
      logs.put(
          assigned,
          new PartitionLog(
              topicId(assigned.partition().topic()),
              offset(starts, assigned),
              offset(ends, assigned),
              assigned.isTruncated()));
    }
    return logs;
  }

  /**
   * Decides for one partition.
   *
   * @throws RuntimeException when the database cannot be asked
   */
  Beginning decide(Partition partition, PartitionLog log) {
    Decided decided = transactions.call(() -> decideAndStore(partition, log));
    tell(partition, decided.decision());
    return new Beginning(
        new ReadPartition(
            partition, log.topicId(), decided.incarnation(), decided.decision().start()),
        decided.afterDeath());
  }

  /**
   * Where to begin.
   *
   * @param afterDeath whether the one who read before may have died of what comes next
   */
  record Beginning(ReadPartition read, boolean afterDeath) {}

  /** Partitions are not read here any more; when that cannot be stored, the next one takes care. */
  void leave(Collection<Partition> partitions) {
    try {
      transactions.run(() -> partitions.forEach(partition -> positions.leave(handler, partition)));
    } catch (RuntimeException e) {
      LOG.debug("{} were left, which could not be stored", partitions, e);
    }
  }

  private record Decided(StartDecision decision, long incarnation, boolean afterDeath) {}

  private TopicId topicId(String topic) {
    return topics.find(topic).orElseThrow(() -> new KafkaException("no topic " + topic));
  }

  private static long offset(Map<TopicPartition, Long> offsets, AssignedPartition assigned) {
    Long offset = offsets.get(assigned.kafka());
    if (offset == null) {
      throw new KafkaException("Kafka tells no offset of " + assigned.partition());
    }
    return offset;
  }

  private Decided decideAndStore(Partition partition, PartitionLog log) {
    StartDecision decision = StartRule.decide(positions.find(handler, partition), log);
    long incarnation =
        decision.fold(
            resume -> resume.stored().incarnation(),
            restart -> set(partition, log, decision),
            gap -> set(partition, log, decision));
    return new Decided(decision, incarnation, positions.take(handler, partition));
  }

  private long set(Partition partition, PartitionLog log, StartDecision decision) {
    return positions.set(handler, partition, log.topicId(), decision.start());
  }

  private void tell(Partition partition, StartDecision decision) {
    String how =
        decision.fold(
            resume -> "goes on",
            restart -> "from the beginning (" + restart.reason() + ")",
            gap -> "after a gap");
    LOG.info("Handler {} reads {} at {}, {}", handler, partition, decision.start(), how);
    if (decision instanceof StartDecision.Gap gap) {
      tellGap(partition, gap);
    }
  }

  private void tellGap(Partition partition, StartDecision.Gap gap) {
    status.countGap();
    LOG.error(
        "Handler {} lost records of {}: offsets {} to {} were removed from the topic before they"
            + " were read; it goes on at {}. See runbooks/handler-stuck.md, \"Gap\"",
        handler,
        partition,
        gap.firstMissing(),
        gap.lastMissing(),
        gap.start());
  }
}
