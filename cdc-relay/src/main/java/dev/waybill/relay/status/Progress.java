package dev.waybill.relay.status;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the relay has done since its process began, over all sessions. Thread-safe. */
public final class Progress {

  private final AtomicLong published = new AtomicLong();
  private final AtomicLong repeats = new AtomicLong();
  private final AtomicLong parked = new AtomicLong();
  private final AtomicLong late = new AtomicLong();
  private final AtomicLong recoveries = new AtomicLong();
  private final AtomicLong dead = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final Map<FailureCause, AtomicLong> failures = new EnumMap<>(FailureCause.class);
  private volatile @Nullable Instant waitingSince;
  private volatile Duration roundTrip = Duration.ZERO;
  private volatile @Nullable Instant observedAt;
  private volatile @Nullable Instant succeededAt;
  private volatile @Nullable Failure failure;
  private volatile Backlog backlog = new Backlog(0, 0);
  private volatile @Nullable Instant emptyAt;

  public Progress() {
    for (FailureCause cause : FailureCause.values()) {
      failures.put(cause, new AtomicLong());
    }
  }

  /** The stream brought a message that was committed at {@code commit}. */
  public void observed(Instant commit) {
    observedAt = commit;
    if (waitingSince == null) {
      waitingSince = commit;
    }
  }

  /** Everything that the stream brought so far is published. */
  public void handled() {
    waitingSince = null;
  }

  /** A heartbeat came back, after so long. */
  public void returned(Duration after) {
    roundTrip = after;
  }

  /** A batch is published and in the ledger. */
  public void published(int messages, int parkedOnes, Instant now) {
    published.addAndGet(messages);
    parked.addAndGet(parkedOnes);
    succeededAt = now;
  }

  /** Messages came again and were dropped. */
  public void repeated(int messages) {
    repeats.addAndGet(messages);
  }

  /** Messages that the stream never brought were published from the table. */
  public void late(int messages) {
    late.addAndGet(messages);
  }

  /** The slot could not bring everything: the table is read instead. */
  public void recovered() {
    recoveries.incrementAndGet();
  }

  /** A parked message will not be tried again. */
  public void dead() {
    dead.incrementAndGet();
  }

  /** Messages were published whose transactions the database then lost. */
  public void lost(int messages) {
    lost.addAndGet(messages);
  }

  /** A session ended with a failure. */
  public void failed(FailureCause cause, String words, Instant now) {
    Objects.requireNonNull(failures.get(cause)).incrementAndGet();
    failure = new Failure(words, now);
  }

  /** What the table held that no batch covered. */
  public void backlog(Backlog seen) {
    backlog = seen;
  }

  /** A look at the table that began at {@code begun} found nothing that no batch covers. */
  public void empty(Instant begun) {
    emptyAt = begun;
  }

  /** When the table was last seen with nothing left to dispatch, null before the first time. */
  public @Nullable Instant emptyAt() {
    return emptyAt;
  }

  public Backlog backlog() {
    return backlog;
  }

  /** How many messages were published, by this process. */
  public long published() {
    return published.get();
  }

  /** How many repeats were dropped. */
  public long repeats() {
    return repeats.get();
  }

  /** How many messages were parked, counted once for each handler. */
  public long parked() {
    return parked.get();
  }

  /** How many messages the stream never brought. */
  public long late() {
    return late.get();
  }

  /** How often the slot could not bring everything. */
  public long recoveries() {
    return recoveries.get();
  }

  /** How many parked messages became dead letters, counted once for each handler. */
  public long deadLetters() {
    return dead.get();
  }

  /** How many messages were published whose transactions the database then lost. */
  public long lost() {
    return lost.get();
  }

  /** How many sessions ended for a cause. */
  public long failures(FailureCause cause) {
    return Objects.requireNonNull(failures.get(cause)).get();
  }

  /** Commit time of the first message that the stream brought and that is not published yet. */
  public @Nullable Instant waitingSince() {
    return waitingSince;
  }

  /** How long the last heartbeat took through the WAL; zero before the first. */
  public Duration roundTrip() {
    return roundTrip;
  }

  public @Nullable Instant observedAt() {
    return observedAt;
  }

  public @Nullable Instant succeededAt() {
    return succeededAt;
  }

  public @Nullable Failure failure() {
    return failure;
  }

  /** Why a session ended. */
  public record Failure(String words, Instant at) {}

  /**
   * Messages that no batch covers.
   *
   * @param messages how many
   * @param ageSeconds since the oldest of them was staged, by the database's clock
   */
  public record Backlog(long messages, double ageSeconds) {}
}
