package dev.waybill.handler.status;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.position.Partition;
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
  private volatile @Nullable String waitingFor = "the start";
  private volatile BooleanSupplier listening = () -> true;

  public HandlerStatus(HandlerId handler) {
    this.handler = handler;
  }

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
   */
  public void listen(BooleanSupplier alive) {
    listening = alive;
    waitingFor = null;
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

  /** Whether it began, is alive, and every partition is being read. */
  public boolean isHealthy() {
    return waitingFor == null
        && isListening()
        && partitions.values().stream().allMatch(PartitionStatus::healthy);
  }
}
