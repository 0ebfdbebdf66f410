package dev.waybill.relay.dispatch;

import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.relay.heartbeat.Heartbeat;
import dev.waybill.relay.lane.Lanes;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.outbox.OutboxTable;
import dev.waybill.relay.outbox.RevisionTable;
import dev.waybill.relay.routing.Router;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscription revision by which the stream is routed. One that gives every handler at least
 * what it had is taken at once. One that narrows is taken when every transaction older than it has
 * ended and the stream has passed: what was staged while a handler was promised it still goes
 * there. Which one is in force is remembered in the lease's row. Belongs to the dispatch loop.
 */
final class RevisionInForce {

  private static final Logger LOG = LoggerFactory.getLogger(RevisionInForce.class);

  private final LeaseTable leases;
  private final FencingToken token;
  private final RevisionTable revisions;
  private final OutboxTable outbox;
  private final Lanes lanes;
  private Router router;
  private @Nullable Narrower narrower;

  RevisionInForce(LeaseTable leases, FencingToken token, Dispatcher.Stores stores, Lanes lanes) {
    this.leases = leases;
    this.token = token;
    this.revisions = stores.revisions();
    this.outbox = stores.outbox();
    this.lanes = lanes;
    long remembered = leases.revision(token.relay());
    this.router =
        new Router(remembered == 0 ? SubscriptionRevision.none() : revisions.revision(remembered));
    lanes.follow(Router.active(router.revision()));
    look();
  }

  /** Routes by it. */
  Router router() {
    return router;
  }

  /** Takes a newer revision over, or begins to wait with one that narrows. */
  void look() {
    Narrower waiting = narrower;
    long known = waiting == null ? number() : waiting.next().revision().revision();
    revisions.newerThan(known).map(Router::new).ifPresent(this::consider);
  }

  private void consider(Router next) {
    if (next.givesAllOf(router)) {
      take(next);
      return;
    }
    narrower = new Narrower(next, outbox.nextTransaction(), Narrower.NOT_WRITTEN);
    LOG.info(
        "Relay {}: revision {} narrows and waits for what is older than it; routing goes on by {}",
        token.relay(),
        next.revision().revision(),
        number());
  }

  /** Takes a step towards a revision that narrows. Called when a heartbeat has come back. */
  void settle(Heartbeat heartbeat) {
    Narrower waiting = narrower;
    if (waiting == null) {
      return;
    }
    if (waiting.beat() == Narrower.NOT_WRITTEN) {
      if (outbox.oldestTransaction() >= waiting.horizon()) {
        narrower = new Narrower(waiting.next(), waiting.horizon(), heartbeat.beat());
      }
    } else if (heartbeat.returned(waiting.beat())) {
      take(waiting.next());
    }
  }

  private void take(Router next) {
    lanes.follow(Router.active(next.revision()));
    leases.routesBy(token, next.revision().revision());
    router = next;
    narrower = null;
    LOG.info("Relay {} routes by subscription revision {}", token.relay(), number());
  }

  private long number() {
    return router.revision().revision();
  }

  /**
   * A revision that waits.
   *
   * @param horizon every transaction below must end first
   * @param beat the heartbeat that was written then and must come back
   */
  private record Narrower(Router next, long horizon, long beat) {
    static final long NOT_WRITTEN = -1;
  }
}
