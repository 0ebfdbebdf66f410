package dev.waybill.handler.desk;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.deadletter.DeadLetterReader;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.desk.ActionTable.Action;
import dev.waybill.handler.desk.RefusedRequestException.Kind;
import dev.waybill.handler.inbox.Intake;
import dev.waybill.handler.inbox.KeptRecordTable.Kept;
import dev.waybill.handler.inbox.OperatorChanges;
import dev.waybill.handler.inbox.ReplayTable.Outcome;
import dev.waybill.handler.lookup.DeliveryBook;
import dev.waybill.handler.lookup.Standing;
import dev.waybill.handler.record.RawRecord;
import dev.waybill.handler.record.ReplayId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Retries and resolves single deliveries on somebody's word: each in one transaction with its entry
 * in the audit, under the rules of a replay. Whatever Kafka is asked for is there before the
 * transaction begins. Thread-safe.
 */
public final class DeliveryDesk {

  /** The topic does not have the record of a dead letter any more. */
  public static final String RECORD_GONE = "record-gone";

  private final HandlerTransactions transactions;
  private final ServiceHandlers handlers;
  private final DeliveryBook book;
  private final Tables tables;
  private final DeadLetterRecords records;

  public DeliveryDesk(
      HandlerTransactions transactions,
      ServiceHandlers handlers,
      DeliveryBook book,
      Tables tables,
      DeadLetterReader reader) {
    this.transactions = transactions;
    this.handlers = handlers;
    this.book = book;
    this.tables = tables;
    this.records = new DeadLetterRecords(reader, handlers);
  }

  /** What is written to. */
  public record Tables(Intake.Tables inbox, OperatorChanges changes, ActionTable actions) {}

  /**
   * Which deliveries of a message are meant.
   *
   * @param handler for one handler, whatever state it is in; null for each that failed or is dead
   * @param tenant whose message it has to be; null for anybody's
   */
  public record Selected(UUID messageId, @Nullable HandlerId handler, @Nullable String tenant) {}

  /**
   * What became of one delivery, or would.
   *
   * @param outcome due-now, reopened, in-progress, waits-for-its-key, already-done or record-gone
   * @param detail for people
   */
  public record Item(HandlerId handler, UUID messageId, String outcome, String detail) {}

  /** A delivery and what there is to run it from. */
  private record Prepared(Standing standing, RetryStep step, @Nullable RawRecord fetched) {

    boolean isGone() {
      return step == RetryStep.REOPEN && !standing.kept() && fetched == null;
    }
  }

  /**
   * What has become of a message for each handler of this service that knows it.
   *
   * @throws RefusedRequestException when none does
   */
  public List<Standing> find(Selected selected) {
    HandlerId handler = selected.handler();
    List<Standing> found =
        book.find(
            selected.messageId(),
            handler == null ? handlers.ids() : List.of(handler),
            selected.tenant());
    if (found.isEmpty()) {
      throw new RefusedRequestException(
          Kind.UNKNOWN_MESSAGE,
          (handler == null
                  ? "No handler of this service knows"
                  : "Handler " + handler + " does not know")
              + " message "
              + selected.messageId()
              + ".",
          "Check the id and the token's tenant; a message that is still on its topic, or was"
              + " purged from the inbox, is not known either.");
    }
    return found;
  }

  /**
   * What a retry would do.
   *
   * @return one item for each selected delivery; none when nothing of the message failed
   * @throws RefusedRequestException when no handler knows the message
   */
  public List<Item> planRetry(Selected selected) {
    return prepare(selected).stream()
        .map(
            each ->
                each.isGone()
                    ? item(each.standing(), RECORD_GONE, gone(each.standing()))
                    : item(each.standing(), each.step().outcome(), detail(each)))
        .toList();
  }

  /** Retries; as {@link #planRetry}, decided again under a lock. */
  public List<Item> retry(Selected selected, Mandate mandate) {
    return prepare(selected).stream().map(each -> retry(each, mandate)).toList();
  }

  private List<Prepared> prepare(Selected selected) {
    return find(selected).stream()
        .map(standing -> new Prepared(standing, RetryStep.of(standing.state()), null))
        .filter(each -> selected.handler() != null || each.step().answersAFailure())
        .map(
            each ->
                each.isGone()
                    ? new Prepared(
                        each.standing(), each.step(), records.read(each.standing()).orElse(null))
                    : each)
        .toList();
  }

  private Item retry(Prepared prepared, Mandate mandate) {
    Standing before = prepared.standing();
    return transactions.call(
        () -> {
          Item item =
              prepared.isGone()
                  ? item(before, RECORD_GONE, gone(before))
                  : book.lock(before.handler(), before.messageId())
                      .map(now -> step(now, prepared.fetched(), mandate))
                      .orElseThrow(() -> changed(before));
          tables
              .actions()
              .add(
                  mandate,
                  new Action(
                      "retry",
                      before.handler().value(),
                      "message " + before.messageId(),
                      failure(before),
                      item.outcome()));
          return item;
        });
  }

  private Item step(Standing now, @Nullable RawRecord fetched, Mandate mandate) {
    RetryStep step = RetryStep.of(now.state());
    if (step == RetryStep.MAKE_DUE && !tables.changes().makeDue(now.handler(), now.messageId())) {
      throw changed(now);
    }
    if (step == RetryStep.REOPEN) {
      reopen(now, fetched, mandate);
    }
    return item(now, step.outcome(), detail(new Prepared(now, step, fetched)));
  }

  /** Whoever sends it locks the same row first, so nobody forgets the bytes meanwhile. */
  private void reopen(Standing now, @Nullable RawRecord fetched, Mandate mandate) {
    HandlerId handler = now.handler();
    UUID id = now.messageId();
    tables
        .inbox()
        .deadLetters()
        .resolve(handler, id, "replayed", mandate.actor(), mandate.reason());
    RawRecord record =
        tables
            .inbox()
            .records()
            .find(handler, id)
            .map(Kept::record)
            .or(() -> Optional.ofNullable(fetched))
            .orElseThrow(() -> changed(now));
    ReplayId replay = new ReplayId("retry-" + UUID.randomUUID());
    if (tables.inbox().replays().take(handler, new MessageId(id), replay) != Outcome.REOPENED) {
      throw changed(now);
    }
    tables.inbox().records().keep(handler, id, DeadLetterRecords.asReplay(record, replay));
  }

  /**
   * Ends a dead letter without running it again: what waits behind it in its key goes on.
   *
   * @throws RefusedRequestException when there is no such delivery, or it is no dead letter
   */
  public Item resolve(Selected selected, Mandate mandate) {
    Standing before = deadLetter(selected);
    return transactions.call(
        () -> {
          HandlerId handler = before.handler();
          Standing now = book.lock(handler, before.messageId()).orElseThrow(() -> changed(before));
          if (!tables.changes().ignore(handler, now.messageId())) {
            throw changed(now);
          }
          tables
              .inbox()
              .deadLetters()
              .resolve(handler, now.messageId(), "resolved", mandate.actor(), mandate.reason());
          tables
              .actions()
              .add(
                  mandate,
                  new Action(
                      "resolve",
                      handler.value(),
                      "message " + now.messageId(),
                      failure(now),
                      "resolved"));
          return item(now, "resolved", "it is ignored, and its key goes on");
        });
  }

  /** What {@link #resolve} would do. Throws as it does. */
  public Item planResolve(Selected selected) {
    return item(deadLetter(selected), "resolved", "it is ignored, and its key goes on");
  }

  private Standing deadLetter(Selected selected) {
    Standing standing = find(selected).get(0);
    if (RetryStep.of(standing.state()) != RetryStep.REOPEN) {
      throw RefusedRequestException.conflict(
          "Message "
              + standing.messageId()
              + " is "
              + standing.state().wireName()
              + " for "
              + standing.handler()
              + ", no dead letter.",
          "Only dead letters are resolved.");
    }
    return standing;
  }

  private static Item item(Standing standing, String outcome, String detail) {
    return new Item(standing.handler(), standing.messageId(), outcome, detail);
  }

  private String detail(Prepared each) {
    Standing standing = each.standing();
    return switch (each.step()) {
      case MAKE_DUE -> "attempt " + (standing.attempts() + 1) + " is due at once";
      case REOPEN ->
          "death "
              + standing.deaths()
              + " is taken back, its attempts begin anew, with the record "
              + (standing.kept()
                  ? "that the inbox keeps"
                  : "at " + records.place(standing).map(Object::toString).orElse("no place"));
      case LEAVE_WAITING -> "an earlier message of its key comes first: retry that";
      case LEAVE_IN_PROGRESS, LEAVE_DONE -> "nothing to do: it is " + standing.state().wireName();
    };
  }

  private String gone(Standing standing) {
    return records
            .place(standing)
            .map(
                place -> "the dead-letter topic does not have the record at " + place + " any more")
            .orElse("neither the inbox nor the dead-letter topic has its record")
        + ": it cannot be run again";
  }

  private static @Nullable String failure(Standing standing) {
    return standing.failed() == null ? null : standing.failed().toString();
  }

  private static RefusedRequestException changed(Standing standing) {
    return RefusedRequestException.conflict(
        "The delivery of "
            + standing.messageId()
            + " to "
            + standing.handler()
            + " has changed meanwhile.",
        "Look it up again, and decide anew.");
  }
}
