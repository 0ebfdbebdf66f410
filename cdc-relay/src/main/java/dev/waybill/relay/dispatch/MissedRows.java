package dev.waybill.relay.dispatch;

import dev.waybill.relay.heartbeat.Heartbeat;
import dev.waybill.relay.install.Installation;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.outbox.OutboxTable.RowSize;
import dev.waybill.relay.status.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds rows that the stream will never bring: a slot made anew by hand, a table that was out of
 * the publication. Lists the visible rows that no batch covers, then writes a heartbeat; when that
 * has come back, everything the stream had to bring was brought, and what is still uncovered was
 * missed. No clock decides, so that a slow relay is never taken for a gap.
 *
 * <p>Where the outbox was made anew, the first look is at all rows, and not by their numbers alone:
 * those may have been given before.
 *
 * <p>Works in bounded steps between batches. Not thread-safe: belongs to the dispatch loop.
 */
final class MissedRows implements Errand {

  private static final Logger LOG = LoggerFactory.getLogger(MissedRows.class);
  private static final Duration INTERVAL = Duration.ofSeconds(30);
  private static final int NUMBERS = 20_000;

  private final Dispatcher dispatcher;
  private final Dispatcher.Stores stores;
  private final Installation installation;
  private final Heartbeat heartbeat;
  private final FencingToken token;
  private final BatchCutter cutter;
  private final Progress progress;
  private final LongSupplier nanoTime;
  private final String outbox;

  private boolean known;
  private boolean remade;
  private Horizon earlier = Horizon.NONE;
  private Horizon last = Horizon.NONE;
  private long floor;
  private long nextAt;
  private Step step = new Step.Idle();

  MissedRows(
      Dispatcher dispatcher,
      Dispatcher.Stores stores,
      Installation installation,
      Heartbeat heartbeat,
      FencingToken token,
      BatchCutter cutter,
      Progress progress,
      LongSupplier nanoTime) {
    this.dispatcher = dispatcher;
    this.stores = stores;
    this.installation = installation;
    this.heartbeat = heartbeat;
    this.token = token;
    this.cutter = cutter;
    this.progress = progress;
    this.nanoTime = nanoTime;
    this.outbox = installation.outbox();
    Optional<String> before = installation.knownOutbox();
    this.known = before.equals(Optional.of(outbox));
    this.remade = !known && before.isPresent();
    this.floor = installation.verifiedThrough();
    this.nextAt = nanoTime.getAsLong();
  }

  /** Does one step. False when there is nothing to do, or the heartbeat is awaited. */
  @Override
  public boolean step() {
    if (step instanceof Step.Listing listing) {
      step = list(listing);
      return true;
    }
    if (step instanceof Step.Awaiting awaiting) {
      if (!heartbeat.returned(awaiting.beat())) {
        return false;
      }
      step = new Step.Publishing(awaiting.listed(), awaiting.round());
      return true;
    }
    if (step instanceof Step.Publishing publishing) {
      step = publish(publishing);
      return true;
    }
    if (nanoTime.getAsLong() - nextAt < 0) {
      return false;
    }
    step = begin();
    return true;
  }

  private Step begin() {
    Horizon now = new Horizon(stores.outbox().greatestSeq(), stores.outbox().nextTransaction());
    // A transaction may draw its numbers before it has one of its own, so one horizon is skipped.
    boolean settled = stores.outbox().oldestTransaction() >= last.nextTransaction();
    Round round = new Round(now.seq(), settled ? earlier.seq() : floor, Instant.now());
    if (settled || earlier.equals(Horizon.NONE)) {
      earlier = last;
      last = now;
    }
    return new Step.Listing(remade ? 0 : floor, SeqSet.empty(), round);
  }

  private Step list(Step.Listing listing) {
    List<Long> numbers = stores.outbox().seqs(listing.after(), listing.round().bound(), NUMBERS);
    if (numbers.isEmpty()) {
      progress.backlog(stores.outbox().backlog(listing.found()));
      if (listing.found().isEmpty()) {
        progress.empty(listing.round().begun());
      }
      return listing.found().isEmpty()
          ? finish(listing.round())
          : new Step.Awaiting(heartbeat.beat(), listing.found(), listing.round());
    }
    SeqSet found = listing.found().union(uncovered(SeqSet.of(numbers)));
    return new Step.Listing(numbers.get(numbers.size() - 1), found, listing.round());
  }

  private Step publish(Step.Publishing publishing) {
    SeqSet next = publishing.left().first(cutter.maxCount());
    if (next.isEmpty()) {
      return finish(publishing.round());
    }
    List<RowSize> missed = stores.outbox().sizes(uncovered(next));
    if (!missed.isEmpty()) {
      LOG.error(
          "Relay {}: {} committed messages never came through the stream and are published late,"
              + " from number {} on; see runbooks/slot-lost.md",
          token.relay(),
          missed.size(),
          missed.get(0).seq());
    }
    progress.late(missed.size());
    for (List<RowSize> piece : cutter.cut(missed, RowSize::bytes)) {
      dispatcher.dispatch(stores.outbox().rows(piece.stream().map(RowSize::seq).toList()));
    }
    return new Step.Publishing(publishing.left().minus(next), publishing.round());
  }

  private Step finish(Round round) {
    if (round.floor() > floor) {
      floor = round.floor();
      installation.verified(token, floor);
    }
    if (!known) {
      installation.knows(token, outbox);
      known = true;
      remade = false;
    }
    nextAt = nanoTime.getAsLong() + INTERVAL.toNanos();
    return new Step.Idle();
  }

  private SeqSet uncovered(SeqSet numbers) {
    return remade
        ? stores.ledger().unpublished(token.relay(), numbers)
        : numbers.minus(stores.ledger().covered(token.relay(), numbers));
  }

  /**
   * How far the table reached at a time.
   *
   * @param seq the greatest visible number
   * @param nextTransaction when every transaction below has ended, all rows up to {@code seq} are
   *     visible
   */
  private record Horizon(long seq, long nextTransaction) {
    static final Horizon NONE = new Horizon(0, Long.MAX_VALUE);
  }

  /**
   * One look at the table.
   *
   * @param bound the greatest number that it looks at
   * @param floor up to where nothing is missing when it is done
   */
  private record Round(long bound, long floor, Instant begun) {}

  /** What comes next. */
  private sealed interface Step {

    record Idle() implements Step {}

    record Listing(long after, SeqSet found, Round round) implements Step {}

    record Awaiting(long beat, SeqSet listed, Round round) implements Step {}

    record Publishing(SeqSet left, Round round) implements Step {}
  }
}
