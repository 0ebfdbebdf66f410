package dev.waybill.handler.status;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.inbox.InboxLook;
import dev.waybill.handler.position.Partition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One handler in this instance. Thread-safe. */
public final class HandlerStatus {

  private final HandlerId handler;
  private final Map<Partition, PartitionStatus> partitions = new ConcurrentHashMap<>();
  private final AtomicLong gaps = new AtomicLong();
  private final InstantSource clock;
  private volatile @Nullable String waitingFor = "the start";
  private volatile BooleanSupplier listening = () -> true;
  private volatile Duration maxPollInterval = Duration.ZERO;
  private volatile Instant lastPoll = Instant.MAX;
  private volatile @Nullable Outage outage;
  private volatile @Nullable String held;
  private volatile InboxLook look = InboxLook.NONE;
  private volatile @Nullable Instant lastEventAt;
  private volatile @Nullable Instant lastSuccessAt;
  private volatile @Nullable Instant lastFailureAt;
  private volatile Duration processingLag = Duration.ZERO;
  private volatile boolean storeAvailable = true;
  private final AtomicLong skipped = new AtomicLong();

  HandlerStatus(HandlerId handler, InstantSource clock) {
    this.handler = handler;
    this.clock = clock;
  }

  private record Outage(String reason, Instant since) {}

  public HandlerId handler() {
    return handler;
  }

  /** Cannot begin yet. */
  public void waitFor(String what) {
    waitingFor = what;
  }

  /**
   * Began.
   *
   * @param alive asks whether the consuming thread still is
   * @param maxPollInterval when no poll returns for longer, the group gives the partitions away
   */
  public void listen(BooleanSupplier alive, Duration maxPollInterval) {
    listening = alive;
    this.maxPollInterval = maxPollInterval;
    lastPoll = clock.instant();
    waitingFor = null;
  }

  /** A poll returned. */
  public void polled() {
    lastPoll = clock.instant();
  }

  /** Nothing can be read, until it {@link #recovered}. */
  public void outage(String reason) {
    Outage before = outage;
    outage = new Outage(reason, before == null ? clock.instant() : before.since());
  }

  /** The outage is over, if there was one. */
  public void recovered() {
    outage = null;
  }

  /** Reads nothing on purpose; null when it reads. */
  public void hold(@Nullable String reason) {
    held = reason;
  }

  /** Why it reads nothing on purpose; null when it reads. */
  public @Nullable String held() {
    return held;
  }

  /** What its inbox held when it was looked at last; so the store is available. */
  public void show(InboxLook latest) {
    look = latest;
    storeAvailable = true;
  }

  public InboxLook look() {
    return look;
  }

  /** The database does not do its part. */
  public void storeOutage() {
    storeAvailable = false;
  }

  public boolean storeAvailable() {
    return storeAvailable;
  }

  /** A record was taken in. */
  public void observed() {
    lastEventAt = clock.instant();
  }

  /**
   * A message was handled.
   *
   * @param committedAt when its writer's transaction committed; null when nobody knows
   */
  public void succeeded(@Nullable Instant committedAt) {
    Instant now = clock.instant();
    lastEventAt = now;
    lastSuccessAt = now;
    if (committedAt != null && committedAt.isBefore(now)) {
      processingLag = Duration.between(committedAt, now);
    }
  }

  /** A run failed. */
  public void failed() {
    lastFailureAt = clock.instant();
  }

  /** A message was skipped because of its version. */
  public void skipped() {
    skipped.incrementAndGet();
  }

  /** How many were skipped since the last time somebody asked. */
  public long takeSkipped() {
    return skipped.getAndSet(0);
  }

  /** They could not be noted. */
  public void giveBackSkipped(long count) {
    skipped.addAndGet(count);
  }

  /** When a record was taken in last, in this process. */
  public @Nullable Instant lastEventAt() {
    return lastEventAt;
  }

  public @Nullable Instant lastSuccessAt() {
    return lastSuccessAt;
  }

  public @Nullable Instant lastFailureAt() {
    return lastFailureAt;
  }

  /** From commit to effect, of the message that was handled last. */
  public Duration processingLag() {
    return processingLag;
  }

  /** Why nothing is read although the consuming thread is alive; null when something would be. */
  public @Nullable String trouble() {
    Outage now = outage;
    if (now != null) {
      return now.reason() + ", since " + now.since();
    }
    boolean stuck =
        waitingFor == null
            && Duration.between(lastPoll, clock.instant()).compareTo(maxPollInterval) > 0;
    return stuck ? "no poll returned since " + lastPoll : null;
  }

  public void update(Partition partition, PartitionStatus status) {
    partitions.put(partition, status);
  }

  /** Another instance reads it from now on. */
  public void forget(Partition partition) {
    partitions.remove(partition);
  }

  /** Records were removed from the log before they were read. */
  public void countGap() {
    gaps.incrementAndGet();
  }

  /** How many gaps were found since the start. */
  public long gaps() {
    return gaps.get();
  }

  /** What it waits for before it can begin; null once it began. */
  public @Nullable String waitingFor() {
    return waitingFor;
  }

  /** Whether the consuming thread is alive, or has not begun. */
  public boolean isListening() {
    return listening.getAsBoolean();
  }

  /** Every partition that this instance reads. */
  public SortedMap<Partition, PartitionStatus> partitions() {
    return new TreeMap<>(partitions);
  }

  /** Whether it began, is alive, polls, is not held, and every partition is being read. */
  public boolean isHealthy() {
    return waitingFor == null
        && isListening()
        && trouble() == null
        && held == null
        && partitions.values().stream().allMatch(PartitionStatus::healthy);
  }
}
