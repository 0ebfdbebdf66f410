package dev.waybill.relay.dispatch;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.relay.lane.Lanes;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.ledger.ParkCause;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.parking.ParkedQueue;
import dev.waybill.relay.parking.ParkedQueue.ParkedClaim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Tries parked messages again when they are due. Each is claimed in a short transaction, and none
 * is open while it is published. Belongs to the dispatch loop.
 */
final class ParkedWork implements Errand {

  private static final ParkCause GONE =
      new ParkCause(ParkCause.Code.GONE, "its row is not in outbox.message");

  private static final int INTERVALS_OF_HOLDS = 30;

  private final Dispatcher dispatcher;
  private final Dispatcher.Stores stores;
  private final ParkedQueue queue;
  private final Lanes lanes;
  private final FencingToken token;
  private final BatchCutter cutter;
  private final Duration interval;
  private final LongSupplier nanoTime;
  private long nextAt;
  private long holdsAt;

  ParkedWork(
      Dispatcher dispatcher,
      Dispatcher.Stores stores,
      ParkedQueue queue,
      Lanes lanes,
      FencingToken token,
      BatchCutter cutter,
      Duration interval,
      LongSupplier nanoTime) {
    this.dispatcher = dispatcher;
    this.stores = stores;
    this.queue = queue;
    this.lanes = lanes;
    this.token = token;
    this.cutter = cutter;
    this.interval = interval;
    this.nanoTime = nanoTime;
    this.nextAt = nanoTime.getAsLong();
    this.holdsAt = nextAt;
  }

  @Override
  public boolean step() {
    if (!dispatcher.holdsAnything() || nanoTime.getAsLong() - nextAt < 0) {
      return false;
    }
    nextAt = nanoTime.getAsLong() + interval.toNanos();
    List<ParkedClaim> claims = queue.claim(token, lanes.usable());
    if (claims.isEmpty()) {
      lookAtHolds();
      return false;
    }
    nextAt = nanoTime.getAsLong();
    Map<String, List<ParkedClaim>> byHandler = new TreeMap<>();
    claims.forEach(
        claim ->
            byHandler.computeIfAbsent(claim.handler(), handler -> new ArrayList<>()).add(claim));
    List<ParkedClaim> open = new ArrayList<>(claims);
    try {
      byHandler.forEach(
          (handler, group) -> {
            publish(handler, group);
            open.removeAll(group);
          });
    } catch (RuntimeException e) {
      giveBack(open, e);
      throw e;
    }
    return true;
  }

  /** Rarely: there may be many, and only what others finished is not known. */
  private void lookAtHolds() {
    if (nanoTime.getAsLong() - holdsAt >= 0) {
      holdsAt = nanoTime.getAsLong() + interval.multipliedBy(INTERVALS_OF_HOLDS).toNanos();
      dispatcher.lookAtHolds();
    }
  }

  /** Loads and publishes so much at a time as one Kafka transaction holds. */
  private void publish(String handler, List<ParkedClaim> claims) {
    Subscription subscription = dispatcher.active(handler).orElseThrow();
    List<Dispatcher.Parked> ready = new ArrayList<>();
    long bytes = 0;
    for (ParkedClaim claim : claims) {
      Optional<ParkCause> hopeless = hopeless(claim, subscription);
      Optional<OutboxMessage> row = hopeless.isPresent() ? Optional.empty() : row(claim);
      if (row.isPresent()) {
        queue.start(claim);
        ready.add(new Dispatcher.Parked(claim, row.get()));
        bytes += row.get().payload().length();
      } else {
        queue.failed(claim, hopeless.orElse(GONE));
      }
      if (bytes > cutter.maxBytes()) {
        publish(subscription, ready);
        ready.clear();
        bytes = 0;
      }
    }
    publish(subscription, ready);
  }

  private void publish(Subscription subscription, List<Dispatcher.Parked> ready) {
    dispatcher
        .publishParked(subscription, ready)
        .forEach((claim, cause) -> queue.failed(claim, cause));
  }

  /** Why a message need not even be loaded. */
  private Optional<ParkCause> hopeless(ParkedClaim claim, Subscription subscription) {
    if (!queue.allows(claim)) {
      return Optional.of(
          new ParkCause(ParkCause.Code.TOO_LARGE, "every attempt ended with the relay's process"));
    }
    long limit = lanes.maxBytes(subscription.topic());
    return stores.outbox().sizes(List.of(claim.seq())).stream()
        .filter(size -> size.bytes() > limit)
        .findFirst()
        .map(
            size ->
                new ParkCause(
                    ParkCause.Code.TOO_LARGE,
                    "more than "
                        + size.bytes()
                        + " bytes, topic "
                        + subscription.topic()
                        + " takes "
                        + limit));
  }

  private Optional<OutboxMessage> row(ParkedClaim claim) {
    UUID id = claim.claim().key().value(2, UUID.class);
    return stores.outbox().rows(List.of(claim.seq())).stream()
        .filter(message -> message.id().value().equals(id))
        .findFirst()
        .or(() -> stores.parked().copy(token.relay(), claim.handler(), id));
  }

  /** Best effort: what is not given back is claimed again when its lease is over. */
  private void giveBack(List<ParkedClaim> claims, RuntimeException failure) {
    try {
      claims.forEach(queue::release);
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }
}
