package dev.waybill.relay.http;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.waybill.relay.backfill.BackfillPlan;
import dev.waybill.relay.backfill.BackfillRow;
import dev.waybill.relay.health.Overview;
import dev.waybill.relay.order.Audit;
import dev.waybill.relay.order.RelayOrder;
import dev.waybill.relay.outbox.RecordTable.OutboxRecord;
import dev.waybill.relay.parking.DeadLetters;
import dev.waybill.relay.record.OutboxState;
import dev.waybill.relay.routing.Ignored;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bodies of answers. Ids, and numbers that may pass 2^53, are strings. */
final class Views {

  private Views() {}

  /** Where the relay stands. */
  record Status(
      String relay,
      String process,
      @Nullable OrderView paused,
      List<OrderView> openOrders,
      Overview overview) {}

  /** What an order would do; nothing was done. */
  record Plan(String action, List<String> effects, boolean executed) {

    static Plan of(String action, List<String> effects) {
      return new Plan(action, effects, false);
    }
  }

  /** What was done at once. */
  record Done(String action, String outcome) {}

  /** An order and how far it has come. */
  record OrderView(
      String order,
      String kind,
      @Nullable String handler,
      String state,
      boolean ended,
      Instant orderedAt,
      String orderedBy,
      String reason,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      @Nullable String outcome,
      @Nullable Progress backfill) {

    static OrderView of(RelayOrder order, @Nullable BackfillRow backfill) {
      return new OrderView(
          Long.toString(order.id()),
          order.kind().wireName(),
          order.handler(),
          order.state().wireName(),
          order.state().ended(),
          order.given().at(),
          order.given().by(),
          order.given().reason(),
          order.startedAt(),
          order.endedAt(),
          order.outcome(),
          backfill == null ? null : Progress.of(backfill));
    }
  }

  /** How far a backfill has come, in numbers of the outbox. */
  record Progress(
      List<String> types,
      Instant from,
      @Nullable Instant to,
      int rate,
      String fromSeq,
      String position,
      @Nullable String throughSeq,
      String sent,
      String skipped) {

    static Progress of(BackfillRow row) {
      Long through = row.span().through();
      return new Progress(
          row.types(),
          row.from(),
          row.to(),
          row.rate(),
          Long.toString(row.span().from()),
          Long.toString(row.span().position()),
          through == null ? null : Long.toString(through),
          Long.toString(row.done().sent()),
          Long.toString(row.done().skipped()));
    }
  }

  /** What a backfill would send. */
  record BackfillPlanView(
      String handler,
      boolean active,
      boolean ordered,
      List<String> types,
      Instant from,
      @Nullable Instant to,
      int rate,
      @Nullable String messages,
      @Nullable List<CountView> counts,
      List<String> notes,
      boolean executed) {

    static BackfillPlanView of(BackfillPlan plan) {
      Long messages = plan.messages();
      List<BackfillPlan.TypeCount> counts = plan.counts();
      return new BackfillPlanView(
          plan.handler(),
          plan.active(),
          plan.ordered(),
          plan.types(),
          plan.from(),
          plan.to(),
          plan.rate(),
          messages == null ? null : messages.toString(),
          counts == null ? null : counts.stream().map(CountView::of).toList(),
          plan.notes(),
          false);
    }
  }

  /** Messages of one type and version. */
  record CountView(String type, int version, String messages) {

    static CountView of(BackfillPlan.TypeCount count) {
      return new CountView(count.type(), count.version(), Long.toString(count.messages()));
    }
  }

  /** A message that the relay gave up. */
  record DeadLetterView(
      String handler,
      String messageId,
      String seq,
      String key,
      String tenant,
      Instant parkedAt,
      String cause,
      String lastError,
      int attempts,
      long behind) {

    static DeadLetterView of(DeadLetters.DeadLetter letter) {
      return new DeadLetterView(
          letter.name().handler(),
          letter.name().messageId().toString(),
          Long.toString(letter.seq()),
          letter.hold(),
          letter.tenant(),
          letter.parkedAt(),
          letter.failure().cause(),
          letter.failure().lastError(),
          letter.failure().attempts(),
          letter.behind());
    }
  }

  /** Dead letters; {@code more} when there are more than were asked for. */
  record DeadLetterList(List<DeadLetterView> deadLetters, boolean more) {}

  /**
   * What became of each message that was named, or would.
   *
   * @param done how many went the way that was asked for
   */
  record Released(List<Item> items, int done, boolean executed) {

    static Released of(List<DeadLetters.Result> results, boolean executed) {
      List<Item> items =
          results.stream()
              .map(
                  result ->
                      new Item(
                          result.name().handler(),
                          result.name().messageId().toString(),
                          result.outcome()))
              .toList();
      return new Released(
          items, (int) results.stream().filter(DeadLetters.Result::done).count(), executed);
    }
  }

  /** One message that was named, and what became of it. */
  record Item(String handler, String messageId, String outcome) {}

  /** One entry of the audit. */
  record ActionView(
      String id,
      Instant at,
      String actor,
      String roles,
      String source,
      String action,
      String reason,
      String outcome,
      @Nullable String order,
      @JsonRawValue @Nullable String selection) {

    static ActionView of(Audit.Entry entry) {
      Long order = entry.orderId();
      return new ActionView(
          Long.toString(entry.id()),
          entry.at(),
          entry.mandate().actor(),
          entry.mandate().roles(),
          entry.mandate().source(),
          entry.action(),
          entry.mandate().reason(),
          entry.outcome(),
          order == null ? null : order.toString(),
          entry.selection());
    }
  }

  /** A list of orders. */
  record OrderList(List<OrderView> orders) {}

  /** A list of actions. */
  record ActionList(List<ActionView> actions) {}

  /** What has become of a message; only what its state has is there. */
  record MessageView(
      String messageId,
      String type,
      int schemaVersion,
      String tenant,
      Instant stagedAt,
      String state,
      @Nullable Integer attempt,
      @Nullable Instant nextAttemptAt,
      @Nullable String processedBy,
      @Nullable Instant leaseExpiresAt,
      @Nullable String lastError,
      @Nullable Instant completedAt,
      @Nullable List<String> handlers,
      List<String> givenUp,
      List<IgnoredView> ignored) {

    static MessageView of(OutboxRecord found) {
      OutboxState state = found.state();
      return new MessageView(
          found.id().toString(),
          found.type(),
          found.schemaVersion(),
          found.tenant(),
          found.stagedAt(),
          state.wireName(),
          state.fold(
              OutboxState.Pending::attempts,
              OutboxState.Processing::attempt,
              other -> null,
              OutboxState.DeadLetter::attempts),
          state.fold(
              OutboxState.Pending::nextAttemptAt, other -> null, other -> null, other -> null),
          state.fold(
              other -> null,
              processing -> processing.lease().owner(),
              other -> null,
              other -> null),
          state.fold(
              other -> null,
              processing -> processing.lease().expiresAt(),
              other -> null,
              other -> null),
          found.lastError().isEmpty() ? null : found.lastError(),
          state.fold(other -> null, other -> null, OutboxState.Dispatched::at, other -> null),
          found.handlers(),
          found.givenUp(),
          found.ignored().stream().map(IgnoredView::of).toList());
    }
  }

  /** A subscriber that is not sent a message. */
  record IgnoredView(String handler, String reason) {

    static IgnoredView of(Ignored ignored) {
      return new IgnoredView(ignored.handler().value(), ignored.reason().words());
    }
  }
}
