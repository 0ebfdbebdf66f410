package dev.waybill.relay.dispatch;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.relay.lane.Lanes;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.ledgerstore.LaneTable;
import dev.waybill.relay.ledgerstore.LaneTable.LaneGap;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.outbox.OutboxTable.RowSize;
import dev.waybill.relay.routing.Router;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes good what lanes were left out of, one bounded step at a time, in the order of the batches.
 * A lane rejoins when nothing is left, at the boundary of a batch. Belongs to the dispatch loop.
 */
final class LaneDrain implements Errand {

  private static final Logger LOG = LoggerFactory.getLogger(LaneDrain.class);
  private static final int MOST_GAPS = 500;

  private final Dispatcher dispatcher;
  private final Dispatcher.Stores stores;
  private final LaneTable table;
  private final Lanes lanes;
  private final FencingToken token;
  private final BatchCutter cutter;
  private final Map<String, UnseenRows> unseen = new HashMap<>();
  private int turn;

  LaneDrain(
      Dispatcher dispatcher,
      Dispatcher.Stores stores,
      Lanes lanes,
      FencingToken token,
      BatchCutter cutter) {
    this.dispatcher = dispatcher;
    this.stores = stores;
    this.table = stores.lanes();
    this.lanes = lanes;
    this.token = token;
    this.cutter = cutter;
  }

  /**
   * Does one step for one lane, for another one each time, so that none waits for another. False
   * when there was nothing to do, or all must wait.
   */
  @Override
  public boolean step() {
    lanes.refresh();
    List<String> candidates = lanes.drainable();
    for (int i = 0; i < candidates.size(); i++) {
      if (makeGood(candidates.get(Math.floorMod(turn++, candidates.size())))) {
        return true;
      }
    }
    return false;
  }

  private boolean makeGood(String handler) {
    if (dispatcher.paused(handler)) {
      return false;
    }
    List<LaneGap> gaps = table.gaps(token.relay(), handler, MOST_GAPS);
    if (gaps.isEmpty()) {
      boolean rejoins = !table.undecided(token.relay(), handler);
      if (rejoins) {
        lanes.rejoin(handler);
      }
      return rejoins;
    }
    Optional<Subscription> subscription = dispatcher.active(handler);
    if (subscription.isEmpty()) {
      ignore(handler, gaps.get(gaps.size() - 1).batch());
      return true;
    }
    List<LaneGap> piece = firstPiece(gaps);
    return makeGood(subscription.get(), piece)
        || (piece.size() > 1 && makeGood(subscription.get(), piece.subList(0, 1)));
  }

  private void ignore(String handler, long through) {
    LOG.warn(
        "Relay {}: handler {} has no subscription any more; what it was left out of up to"
            + " batch {} is ignored",
        token.relay(),
        handler,
        through);
    stores.ledger().madeGood(token, handler, through);
  }

  /** The first gaps under the same revisions that fit into one Kafka transaction, at least one. */
  private List<LaneGap> firstPiece(List<LaneGap> gaps) {
    List<LaneGap> piece = new ArrayList<>();
    long count = 0;
    for (LaneGap gap : gaps) {
      count += gap.seqs().size();
      boolean fits = count <= cutter.maxCount() && gap.revisions().equals(gaps.get(0).revisions());
      if (!piece.isEmpty() && !fits) {
        break;
      }
      piece.add(gap);
    }
    return piece;
  }

  /** False when rows are missing that may still appear. */
  private boolean makeGood(Subscription subscription, List<LaneGap> gaps) {
    SeqSet wanted = SeqSet.empty();
    for (LaneGap gap : gaps) {
      wanted = wanted.union(gap.seqs());
    }
    List<RowSize> sizes = stores.outbox().sizes(wanted);
    long missing = wanted.size() - sizes.size();
    if (missing > 0 && (gaps.size() > 1 || unseen(subscription).mayAppear(wanted))) {
      return false;
    }
    Router then = stores.revisions().router(gaps.get(0).revisions());
    for (List<RowSize> piece : cutter.cut(sizes, RowSize::bytes)) {
      List<OutboxMessage> rows = stores.outbox().rows(piece.stream().map(RowSize::seq).toList());
      dispatcher.makeGood(subscription, rows, then);
    }
    String handler = subscription.handler().value();
    stores.ledger().madeGood(token, handler, gaps.get(gaps.size() - 1).batch());
    if (missing > 0) {
      LOG.error(
          "Relay {}: {} messages that handler {} was left out of are not in outbox.message any"
              + " more",
          token.relay(),
          missing,
          handler);
    }
    return true;
  }

  private UnseenRows unseen(Subscription subscription) {
    return unseen.computeIfAbsent(
        subscription.handler().value(), handler -> new UnseenRows(stores.outbox()));
  }
}
