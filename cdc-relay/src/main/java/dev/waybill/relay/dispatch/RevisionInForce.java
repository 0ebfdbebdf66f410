package dev.waybill.relay.dispatch;

import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.relay.heartbeat.Heartbeat;
import dev.waybill.relay.lane.Lanes;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledger.RoutedBy;
import dev.waybill.relay.outbox.OutboxTable;
import dev.waybill.relay.outbox.RevisionTable;
import dev.waybill.relay.routing.Router;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscription revisions by which the stream is routed. What a new one gives is given at once.
 * What it takes away is taken when every transaction older than it has ended and the stream has
 * passed: what was staged while a handler was promised it still goes there. Remembered in the
 * lease's row. Belongs to the dispatch loop.
 */
final class RevisionInForce {

  private static final Logger LOG = LoggerFactory.getLogger(RevisionInForce.class);

  private final LeaseTable leases;
  private final FencingToken token;
  private final RevisionTable revisions;
  private final OutboxTable outbox;
  private final Lanes lanes;
  private List<SubscriptionRevision> formers;
  private Router router;
  private Passing passing;

  RevisionInForce(LeaseTable leases, FencingToken token, Dispatcher.Stores stores, Lanes lanes) {
    this.leases = leases;
    this.token = token;
    this.revisions = stores.revisions();
    this.outbox = stores.outbox();
    this.lanes = lanes;
    RoutedBy last = leases.routedBy(token.relay());
    if (last.newest() == 0) {
      // A relay of an older version remembered it in its batches only.
      last = RoutedBy.only(stores.ledger().lastRevision(token.relay()));
    }
    this.formers = last.formers().stream().map(revisions::revision).toList();
    SubscriptionRevision newest =
        last.newest() == 0 ? SubscriptionRevision.none() : revisions.revision(last.newest());
    this.router = new Router(newest, formers);
    this.passing = Passing.after(outbox);
    lanes.follow(router.active());
    look();
  }

  /** Routes by them. */
  Router router() {
    return router;
  }

  /** Takes a newer revision over: what it gives at once, what it takes away later. */
  void look() {
    revisions.newerThan(router.newest().revision()).ifPresent(this::take);
  }

  private void take(SubscriptionRevision next) {
    Router alone = new Router(next);
    List<SubscriptionRevision> wider =
        Stream.concat(formers.stream(), Stream.of(router.newest()))
            .filter(former -> !alone.givesAllOf(new Router(former)))
            .toList();
    if (wider.contains(router.newest())) {
      passing = Passing.after(outbox);
    }
    routeBy(next, wider);
  }

  private void routeBy(SubscriptionRevision newest, List<SubscriptionRevision> wider) {
    Router next = new Router(newest, wider);
    lanes.follow(next.active());
    leases.routesBy(token, next.routedBy());
    router = next;
    formers = wider;
    LOG.info(
        "Relay {} routes by subscription revision {}{}",
        token.relay(),
        newest.revision(),
        wider.isEmpty()
            ? ""
            : ", and until what is older than it has passed also by " + next.routedBy().formers());
  }

  /** Takes a step towards the newest revision alone. Called when a heartbeat has come back. */
  void settle(Heartbeat heartbeat) {
    if (formers.isEmpty()) {
      return;
    }
    if (passing.beat() == Passing.NOT_WRITTEN) {
      if (outbox.oldestTransaction() >= passing.horizon()) {
        passing = new Passing(passing.horizon(), heartbeat.beat());
      }
    } else if (heartbeat.returned(passing.beat())) {
      routeBy(router.newest(), List.of());
    }
  }

  /**
   * How it is known that nothing older is on its way.
   *
   * @param horizon every transaction below must end first
   * @param beat the heartbeat that was written then and must come back
   */
  private record Passing(long horizon, long beat) {
    static final long NOT_WRITTEN = -1;

    static Passing after(OutboxTable outbox) {
      return new Passing(outbox.nextTransaction(), NOT_WRITTEN);
    }
  }
}
