package dev.waybill.handler.endpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.waybill.contract.wire.TopicNames;
import dev.waybill.handler.desk.ActionTable;
import dev.waybill.handler.desk.DeliveryDesk.Item;
import dev.waybill.handler.desk.ServiceHandlers;
import dev.waybill.handler.inbox.Inbox;
import dev.waybill.handler.inbox.InboxLook;
import dev.waybill.handler.inbox.OperatorChanges.CodeCount;
import dev.waybill.handler.inbox.OperatorChanges.Scheduled;
import dev.waybill.handler.lookup.DeliveryPages;
import dev.waybill.handler.lookup.HandlerBook;
import dev.waybill.handler.lookup.HandlerStanding;
import dev.waybill.handler.lookup.Standing;
import dev.waybill.handler.registry.HandlerDefinition;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The bodies of answers. Ids, and numbers that may pass 2^53, are strings. */
final class Views {

  private Views() {}

  /** What a request would do; nothing was done. */
  record Plan(String action, List<String> effects, boolean executed) {

    static Plan of(String action, String... effects) {
      return new Plan(action, List.of(effects), false);
    }
  }

  /** What was done. */
  record Done(String action, String outcome) {}

  /** The handlers of this service. */
  record HandlerList(List<HandlerView> handlers) {}

  /**
   * Where a handler stands, over all its instances.
   *
   * @param tenant whose deliveries are counted; null when everybody's
   * @param remembers how long its inbox knows a message after its end, ISO 8601
   * @param reads each type and version that the code of the instance that answers reads
   */
  record HandlerView(
      String handler,
      String topic,
      String deadLetterTopic,
      boolean ordered,
      boolean holdsAfterDeadLetter,
      @Nullable PausedView paused,
      @Nullable String tenant,
      Counts counts,
      @Nullable Instant oldestDueAt,
      long heldKeys,
      DeadLetterCounts deadLetters,
      String remembers,
      List<String> reads,
      List<HandlerStanding.Instance> instances) {

    static HandlerView of(HandlerDefinition handler, HandlerStanding standing) {
      Inbox inbox = ServiceHandlers.inbox(handler);
      InboxLook look = standing.look();
      return new HandlerView(
          handler.id().value(),
          handler.topic(),
          TopicNames.deadLetters(handler.topic()),
          inbox.ordered(),
          inbox.holds(),
          PausedView.of(standing),
          standing.tenant(),
          new Counts(look.pending(), look.waiting(), look.processing(), look.retrying()),
          standing.oldestDueAt(),
          look.heldKeys(),
          new DeadLetterCounts(look.deadLetters(), look.unsent()),
          standing.memory().toString(),
          handler.reads(),
          standing.instances());
    }
  }

  /**
   * That it is held, which every tenant notices. Who did it and why is for those who run it.
   *
   * @param by null for another tenant than the operating one, as is the reason
   */
  record PausedView(Instant at, @Nullable String by, @Nullable String reason) {

    static @Nullable PausedView of(HandlerStanding standing) {
      HandlerStanding.Paused paused = standing.paused();
      if (paused == null) {
        return null;
      }
      return standing.tenant() == null
          ? new PausedView(paused.at(), paused.by(), paused.reason())
          : new PausedView(paused.at(), null, null);
    }
  }

  /** Deliveries that are not at their end, named by their state. */
  record Counts(
      long pending,
      long waiting,
      long processing,
      @JsonProperty("retry_scheduled") long retryScheduled) {}

  /**
   * Dead letters.
   *
   * @param open that nobody replayed or resolved
   * @param unsent that their topic does not have yet
   */
  record DeadLetterCounts(long open, long unsent) {}

  /**
   * Some deliveries, the one that arrived last first.
   *
   * @param next to be given as {@code before} for the next page; null when this is the last one
   */
  record DeliveryList(List<DeliveryView> deliveries, @Nullable String next) {

    static DeliveryList of(DeliveryPages.Page page, @Nullable String tenant) {
      Long next = page.next();
      return new DeliveryList(
          page.deliveries().stream().map(standing -> DeliveryView.of(standing, tenant)).toList(),
          next == null ? null : Long.toString(next));
    }
  }

  /** What each handler of this service still has of a type and version. */
  record CarriedList(List<CarriedView> handlers) {}

  /** What a handler still has of a type and version, and so needs a reader for. */
  record CarriedView(String handler, String deliveries, String deadLetters) {

    /**
     * Counts everybody's, since a reader is needed for whosever there is.
     *
     * @param exactly whether how many there are is told, and not only that there are some: 1
     */
    static CarriedView of(HandlerDefinition handler, HandlerBook.Carried carried, boolean exactly) {
      long most = exactly ? Long.MAX_VALUE : 1;
      return new CarriedView(
          handler.id().value(),
          Long.toString(Math.min(most, carried.deliveries())),
          Long.toString(Math.min(most, carried.deadLetters())));
    }
  }

  /** What has become of a message in this service. */
  record MessageView(String messageId, List<DeliveryView> deliveries) {

    static MessageView of(UUID messageId, List<Standing> standings, @Nullable String tenant) {
      return new MessageView(
          messageId.toString(),
          standings.stream().map(standing -> DeliveryView.of(standing, tenant)).toList());
    }
  }

  /** A message for one handler; what its state does not have is null. */
  record DeliveryView(
      String handler,
      String messageId,
      String state,
      boolean terminal,
      String type,
      int schemaVersion,
      String tenant,
      String key,
      Place copy,
      int attempts,
      @Nullable Instant nextAttemptAt,
      @Nullable String processedBy,
      @Nullable Instant leaseExpiresAt,
      @Nullable Instant endedAt,
      @Nullable ErrorView error,
      int deaths,
      @Nullable DeadLetterView deadLetter,
      Standing.@Nullable LastReplay replay) {

    /**
     * As it is told to a tenant.
     *
     * @param tenant null for the operating one
     */
    static DeliveryView of(Standing standing, @Nullable String tenant) {
      StateParts parts = StateParts.of(standing.state());
      return new DeliveryView(
          standing.handler().value(),
          standing.messageId().toString(),
          standing.state().wireName(),
          standing.state().terminal(),
          standing.subject().type(),
          standing.subject().schemaVersion(),
          standing.subject().tenant(),
          standing.subject().orderingKey(),
          new Place(
              standing.copy().topic(),
              standing.copy().partition(),
              Long.toString(standing.copy().offset())),
          standing.attempts(),
          parts.nextAttemptAt(),
          parts.processedBy(),
          parts.leaseExpiresAt(),
          parts.endedAt(),
          ErrorView.of(standing.failed()),
          standing.deaths(),
          DeadLetterView.of(standing, tenant),
          standing.replay());
    }
  }

  /** A place in Kafka. */
  record Place(String topic, int partition, String offset) {}

  /** Why it failed, the last time. */
  record ErrorView(
      String code,
      String message,
      @Nullable Instant firstFailedAt,
      @Nullable Instant lastFailedAt) {

    static @Nullable ErrorView of(Standing.@Nullable Failed failed) {
      return failed == null
          ? null
          : new ErrorView(
              failed.error().code(), failed.error().message(), failed.first(), failed.last());
    }
  }

  /**
   * The last death.
   *
   * @param sent whether the dead-letter topic has it; then partition and offset say where
   */
  record DeadLetterView(
      int death,
      String resolution,
      @Nullable ResolvedView resolved,
      boolean sent,
      @Nullable Integer partition,
      @Nullable String offset,
      @Nullable Instant sentAt) {

    static @Nullable DeadLetterView of(Standing standing, @Nullable String tenant) {
      Standing.LastDeath death = standing.deadLetter();
      if (death == null) {
        return null;
      }
      Standing.Sent sent = death.sent();
      return new DeadLetterView(
          death.number(),
          death.resolution(),
          ResolvedView.of(death.resolved(), tenant),
          sent != null,
          sent == null ? null : sent.partition(),
          sent == null ? null : Long.toString(sent.offset()),
          sent == null ? null : sent.at());
    }
  }

  /**
   * What an operator, or a replay, made of a dead letter.
   *
   * @param by null when it was somebody of another tenant than the one that is told; so is the
   *     reason
   */
  record ResolvedView(Instant at, @Nullable String by, @Nullable String reason) {

    static @Nullable ResolvedView of(
        Standing.@Nullable Resolved resolved, @Nullable String tenant) {
      if (resolved == null) {
        return null;
      }
      boolean others =
          tenant != null && resolved.by().contains("/") && !resolved.by().startsWith(tenant + "/");
      return others
          ? new ResolvedView(resolved.at(), null, null)
          : new ResolvedView(resolved.at(), resolved.by(), resolved.reason());
    }
  }

  /** What became of each delivery that was to be retried or resolved, or would. */
  record Retried(List<ItemView> items, boolean executed) {

    static Retried of(List<Item> items, boolean executed) {
      return new Retried(items.stream().map(ItemView::of).toList(), executed);
    }
  }

  /** One delivery of a retry. */
  record ItemView(String handler, String messageId, String outcome, String detail) {

    static ItemView of(Item item) {
      return new ItemView(
          item.handler().value(), item.messageId().toString(), item.outcome(), item.detail());
    }
  }

  /**
   * What a retry of everything that is scheduled would take.
   *
   * @param failedBefore to be given when it is executed
   */
  record ScheduledPlan(
      String action,
      String handler,
      Instant failedBefore,
      long deliveries,
      List<CodeCount> errors,
      boolean executed) {

    static ScheduledPlan of(Scheduled selected, List<CodeCount> counts) {
      return new ScheduledPlan(
          "retry-scheduled",
          selected.handler().value(),
          selected.failedBefore(),
          counts.stream().mapToLong(CodeCount::deliveries).sum(),
          counts,
          false);
    }
  }

  /** The newest entries of the audit. */
  record ActionList(List<ActionView> actions) {

    static ActionList of(List<ActionTable.Entry> entries) {
      return new ActionList(entries.stream().map(ActionView::of).toList());
    }
  }

  /** One entry of the audit. */
  record ActionView(
      String id,
      Instant at,
      String actor,
      String roles,
      String action,
      @Nullable String handler,
      String selection,
      String reason,
      @Nullable String failure,
      String outcome) {

    static ActionView of(ActionTable.Entry entry) {
      return new ActionView(
          Long.toString(entry.id()),
          entry.at(),
          entry.mandate().actor(),
          entry.mandate().roles(),
          entry.action().name(),
          entry.action().handler(),
          entry.action().selection(),
          entry.mandate().reason(),
          entry.action().failure(),
          entry.action().outcome());
    }
  }
}
