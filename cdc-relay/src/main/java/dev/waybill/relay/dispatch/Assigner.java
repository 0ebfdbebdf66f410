package dev.waybill.relay.dispatch;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.InvalidEnvelopeException;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.relay.lane.Lanes;
import dev.waybill.relay.ledger.BatchRecord.ParkedMessage;
import dev.waybill.relay.ledger.Hold;
import dev.waybill.relay.ledger.ParkCause;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.parking.Holds;
import dev.waybill.relay.publish.OutgoingCopy;
import dev.waybill.relay.publish.RoutedMessage;
import dev.waybill.relay.routing.Router;
import dev.waybill.relay.routing.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Decides what becomes of a message for each of its handlers: sent, left out because the lane
 * waits, or parked. Belongs to the dispatch loop.
 */
final class Assigner {

  private final Lanes lanes;
  private final Holds holds;
  private final int mostKeys;

  /**
   * @param mostKeys a handler with so many parked keys is left out
   */
  Assigner(Lanes lanes, Holds holds, int mostKeys) {
    this.lanes = lanes;
    this.holds = holds;
    this.mostKeys = mostKeys;
  }

  /**
   * Leaves out handlers whose parked keys have reached their cap, and lets others in again. Only
   * between batches: a handler that one batch both reaches and leaves out would be sent the former
   * again when the latter is made good.
   */
  void applyCap() {
    holds.handlers().forEach(handler -> lanes.full(handler, holds.count(handler) >= mostKeys));
  }

  /** A message of the stream, for all its handlers. */
  RoutedMessage toAll(OutboxMessage message, Router router) {
    return assign(message, router::targets, true);
  }

  /** A message for one handler whose lane is made good, or nothing when it was not for it. */
  RoutedMessage toOne(OutboxMessage message, Function<Envelope, Optional<Target>> target) {
    return assign(message, envelope -> target.apply(envelope).stream().toList(), false);
  }

  /** A parked message, tried again for its handler. */
  Attempt again(OutboxMessage message, Subscription subscription) {
    Envelope envelope;
    try {
      envelope = Envelope.parse(message.envelope());
    } catch (InvalidEnvelopeException e) {
      return new Attempt.Failing(undecodable(e));
    }
    OutgoingCopy copy = OutgoingCopy.of(message, envelope);
    Target target = Router.target(subscription, envelope);
    return tooLarge(copy, target)
        .<Attempt>map(Attempt.Failing::new)
        .orElseGet(
            () ->
                new Attempt.Sendable(
                    new RoutedMessage(
                        message.name(),
                        copy,
                        message.recordedAt().orElse(null),
                        List.of(target),
                        List.of(),
                        List.of())));
  }

  private RoutedMessage assign(
      OutboxMessage message, Function<Envelope, List<Target>> route, boolean byLane) {
    Envelope envelope;
    try {
      envelope = Envelope.parse(message.envelope());
    } catch (InvalidEnvelopeException e) {
      return unreadable(message, e);
    }
    OutgoingCopy copy = OutgoingCopy.of(message, envelope);
    String tenant = envelope.header(WireHeaders.TENANT_ID).orElse("");
    List<Target> sent = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    List<ParkedMessage> parked = new ArrayList<>();
    for (Target target : route.apply(envelope)) {
      String handler = target.handler().value();
      if (byLane && !lanes.open(target.handler())) {
        leftOut.add(handler);
      } else {
        obstacle(copy, target)
            .ifPresentOrElse(
                cause -> {
                  holds.add(new Hold(handler, target.hold()));
                  parked.add(
                      new ParkedMessage(message.name(), handler, target.hold(), tenant, cause));
                },
                () -> sent.add(target));
      }
    }
    return new RoutedMessage(
        message.name(), copy, message.recordedAt().orElse(null), sent, leftOut, parked);
  }

  private Optional<ParkCause> obstacle(OutgoingCopy copy, Target target) {
    if (holds.contains(new Hold(target.handler().value(), target.hold()))) {
      return Optional.of(
          new ParkCause(ParkCause.Code.BEHIND, "an earlier message of its key is parked"));
    }
    return tooLarge(copy, target);
  }

  private Optional<ParkCause> tooLarge(OutgoingCopy copy, Target target) {
    long bytes = copy.recordBytes(target, lanes.compressed(target.topic()));
    long limit = lanes.maxBytes(target.topic());
    return bytes <= limit
        ? Optional.empty()
        : Optional.of(
            new ParkCause(
                ParkCause.Code.TOO_LARGE,
                "record of " + bytes + " bytes, topic " + target.topic() + " takes " + limit));
  }

  private static RoutedMessage unreadable(OutboxMessage message, InvalidEnvelopeException e) {
    ParkedMessage parked =
        new ParkedMessage(
            message.name(), ParkedMessage.EVERYONE, message.id().toString(), "", undecodable(e));
    return new RoutedMessage(
        message.name(),
        OutgoingCopy.none(),
        message.recordedAt().orElse(null),
        List.of(),
        List.of(),
        List.of(parked));
  }

  private static ParkCause undecodable(InvalidEnvelopeException e) {
    return new ParkCause(ParkCause.Code.UNDECODABLE, String.valueOf(e.getMessage()));
  }

  /** What a parked message has come to. */
  sealed interface Attempt {

    default void fold(Consumer<RoutedMessage> sendable, Consumer<ParkCause> failing) {
      if (this instanceof Sendable now) {
        sendable.accept(now.message());
      } else if (this instanceof Failing still) {
        failing.accept(still.cause());
      }
    }

    /** It can be sent. */
    record Sendable(RoutedMessage message) implements Attempt {}

    /** It cannot be sent, for this cause. */
    record Failing(ParkCause cause) implements Attempt {}
  }
}
