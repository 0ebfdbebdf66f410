package dev.waybill.handler.consume;

import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.FailureKind;
import dev.waybill.handler.consume.StartPositions.Beginning;
import dev.waybill.handler.deliver.Fault;
import dev.waybill.handler.operate.Brakes;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.PartitionLog;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.status.HandlerStatus;
import dev.waybill.handler.status.OutageLog;
import dev.waybill.handler.status.PartitionStatus;
import dev.waybill.workqueue.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Every partition that this instance reads, and what is to happen with it before the next poll. A
 * partition is paused until its beginning is known, and while it fails; the others go on, and the
 * consumer keeps polling. Used on the consuming thread.
 */
final class PartitionDesk {

  private final Map<Partition, AssignedPartition> assigned = new TreeMap<>();
  private final MonitoringCommits commits = new MonitoringCommits();
  private final StartPositions starts;
  private final HandlerStatus status;
  private final Brakes brakes;
  private final Backoff pauses;
  private final int careful;
  private final FailureLog log;
  private final InstantSource clock;
  private final RandomGenerator random;

  /** Until it is known whether somebody wants it so. */
  private boolean held = true;

  private boolean heldForAReason;
  private boolean abandoned;

  /**
   * @param careful so many records of a partition are run one by one when its last reader may have
   *     died
   */
  PartitionDesk(
      StartPositions starts,
      HandlerStatus status,
      Brakes brakes,
      Backoff pauses,
      int careful,
      InstantSource clock,
      OutageLog outages,
      RandomGenerator random) {
    this.starts = starts;
    this.status = status;
    this.brakes = brakes;
    this.pauses = pauses;
    this.careful = careful;
    this.log = new FailureLog(status.handler(), clock, outages);
    this.clock = clock;
    this.random = random;
  }

  /** Takes partitions over and seeks, whatever Kafka's committed offset says. */
  void assign(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    List<AssignedPartition> fresh =
        partitions.stream().map(PartitionDesk::own).map(AssignedPartition::new).toList();
    fresh.forEach(partition -> assigned.put(partition.partition(), partition));
    decide(consumer, fresh);
  }

  /** The thread ends because of what it read: whoever reads on is to take care. */
  void abandon() {
    abandoned = true;
  }

  /** Where to begin is decided anew, after a pause. */
  void setBack(
      Consumer<?, ?> consumer, Collection<TopicPartition> partitions, RuntimeException failure) {
    for (TopicPartition kafka : partitions) {
      AssignedPartition partition = assigned.get(own(kafka));
      if (partition != null) {
        partition.undecided(clock.instant(), false);
        postpone(consumer, partition, failure);
      }
    }
  }

  /** Gives partitions back of which nothing is under way. */
  void leave(Collection<TopicPartition> partitions) {
    List<Partition> begun =
        partitions.stream()
            .map(partition -> assigned.get(own(partition)))
            .flatMap(Stream::ofNullable)
            .filter(partition -> partition.read() != null)
            .map(AssignedPartition::partition)
            .toList();
    if (!begun.isEmpty() && !abandoned) {
      starts.leave(begun);
    }
    lose(partitions);
  }

  /** Another instance reads them already. */
  void lose(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      assigned.remove(own(partition));
      commits.forget(partition);
      status.forget(own(partition));
    }
  }

  /** What is due before a poll. */
  void doDueWork(Consumer<?, ?> consumer) {
    Instant now = clock.instant();
    List<AssignedPartition> due =
        assigned.values().stream().filter(partition -> partition.isDue(now)).toList();
    decide(consumer, due.stream().filter(partition -> partition.read() == null).toList());
    for (AssignedPartition partition : due) {
      if (partition.read() != null) {
        partition.resumed();
        resume(consumer, partition);
      }
    }
    brake(consumer);
    commits.flush(consumer);
  }

  /** All partitions stand still while something holds the handler back. */
  private void brake(Consumer<?, ?> consumer) {
    String reason = brakes.reading();
    status.hold(reason);
    if (heldForAReason != (reason != null)) {
      heldForAReason = reason != null;
      log.held(reason);
    }
    boolean hold = reason != null || !brakes.isKnown();
    if (held == hold) {
      return;
    }
    held = hold;
    for (AssignedPartition partition : assigned.values()) {
      if (held) {
        consumer.pause(List.of(partition.kafka()));
      } else if (!partition.isPaused()) {
        consumer.resume(List.of(partition.kafka()));
      }
    }
  }

  private void resume(Consumer<?, ?> consumer, AssignedPartition partition) {
    if (held) {
      consumer.pause(List.of(partition.kafka()));
    } else {
      consumer.resume(List.of(partition.kafka()));
    }
  }

  /** The partition, if it is read here and its beginning is known. */
  AssignedPartition require(TopicPartition partition) {
    AssignedPartition found = assigned.get(own(partition));
    if (found == null || found.read() == null) {
      throw new IllegalStateException("records of " + partition + ", which is not read here");
    }
    return found;
  }

  /** Stored up to here. */
  void advance(AssignedPartition partition, Position next) {
    if (partition.isFailing()) {
      log.recovered(partition);
    }
    partition.advanced(next);
    commits.note(partition.kafka(), next);
    status.update(partition.partition(), new PartitionStatus.Reading(next.offset()));
  }

  /** Reads on at an earlier place than the consumer stands. */
  void goBack(Consumer<?, ?> consumer, AssignedPartition partition, Position to) {
    consumer.seek(partition.kafka(), MonitoringCommits.offset(to));
  }

  /** Stands still at a record until it is tried again. */
  void block(
      Consumer<?, ?> consumer,
      AssignedPartition partition,
      Position at,
      String record,
      Failure failure) {
    Instant now = clock.instant();
    partition.failedAt(at.offset(), failure, now);
    Duration pause = pause(consumer, partition, now);
    goBack(consumer, partition, at);
    log.failed(partition, record, failure, pause);
    status.update(
        partition.partition(),
        new PartitionStatus.Failing(at.offset(), partition.attempts(), failure, partition.since()));
  }

  /** Where to begin is decided anew before the next poll. */
  void reconsider(
      Consumer<?, ?> consumer, Collection<TopicPartition> partitions, boolean truncated) {
    for (TopicPartition kafka : partitions) {
      AssignedPartition partition = assigned.get(own(kafka));
      if (partition != null) {
        partition.undecided(clock.instant(), truncated);
        hold(consumer, kafka);
      }
    }
  }

  /** Something other than a record went wrong in polling. */
  void outage(Exception failure) {
    Failure told = Fault.of(failure).failure();
    log.outage("poll", told);
    status.outage(told.reason());
  }

  /**
   * A poll returned.
   *
   * @param complaint why that means nothing; null when all is well
   */
  void polled(@Nullable String complaint) {
    status.polled();
    if (complaint == null) {
      status.recovered();
    } else {
      log.outage("poll", Failure.of(FailureKind.SURROUNDINGS, "silence", complaint));
      status.outage(complaint);
    }
  }

  private void decide(Consumer<?, ?> consumer, List<AssignedPartition> partitions) {
    if (partitions.isEmpty()) {
      return;
    }
    List<AssignedPartition> open = new ArrayList<>(partitions);
    try {
      Map<AssignedPartition, PartitionLog> logs = starts.logs(consumer, partitions);
      for (Map.Entry<AssignedPartition, PartitionLog> each : logs.entrySet()) {
        open.remove(each.getKey());
        decide(consumer, each.getKey(), each.getValue(), open);
      }
    } catch (RuntimeException e) {
      open.forEach(partition -> postpone(consumer, partition, e));
    }
  }

  /**
   * @param open those that come after it; when the database is gone there is no use in asking for
   *     them
   */
  private void decide(
      Consumer<?, ?> consumer,
      AssignedPartition partition,
      PartitionLog partitionLog,
      List<AssignedPartition> open) {
    try {
      begin(consumer, partition, starts.decide(partition.partition(), partitionLog));
    } catch (RuntimeException e) {
      postpone(consumer, partition, e);
      if (Fault.of(e).isDatabaseLost() && !open.isEmpty()) {
        throw e;
      }
    }
  }

  private void begin(Consumer<?, ?> consumer, AssignedPartition partition, Beginning beginning) {
    if (partition.isFailing()) {
      log.recovered(partition);
    }
    partition.decided(beginning.read(), beginning.afterDeath() ? careful : 0);
    Position next = beginning.read().next();
    goBack(consumer, partition, next);
    resume(consumer, partition);
    commits.note(partition.kafka(), next);
    status.update(partition.partition(), new PartitionStatus.Reading(next.offset()));
  }

  private void postpone(
      Consumer<?, ?> consumer, AssignedPartition partition, RuntimeException failure) {
    Instant now = clock.instant();
    partition.undecidable(now);
    pause(consumer, partition, now);
    hold(consumer, partition.kafka());
    Failure told = Fault.of(failure).failure();
    log.outage(partition.partition() + ", whose position is not known", told);
    status.update(
        partition.partition(), new PartitionStatus.Undecided(told.reason(), partition.since()));
  }

  private Duration pause(Consumer<?, ?> consumer, AssignedPartition partition, Instant now) {
    Duration pause = pauses.after(partition.nextPause(), random);
    partition.pauseFor(pause, now);
    consumer.pause(List.of(partition.kafka()));
    return pause;
  }

  /**
   * Paused at some offset, it does not matter which: without one the consumer would look for a
   * position itself, and find that it may not.
   */
  private static void hold(Consumer<?, ?> consumer, TopicPartition partition) {
    consumer.pause(List.of(partition));
    consumer.seek(partition, 0);
  }

  private static Partition own(TopicPartition partition) {
    return new Partition(partition.topic(), partition.partition());
  }
}
