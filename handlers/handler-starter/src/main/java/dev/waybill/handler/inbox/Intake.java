package dev.waybill.handler.inbox;

import dev.waybill.handler.batch.Step;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.inbox.ReplayTable.Outcome;
import dev.waybill.handler.record.ReplayId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the steps of a batch into the inbox, inside the caller's transaction. What is in it already
 * is left out at once, so a repeat costs next to nothing. Arrival numbers are drawn in topic order
 * for all others; those that are not run at once go in first, so that what is run sees whom it has
 * to wait for. Thread-safe.
 */
public final class Intake {

  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  private final Inbox inbox;
  private final Tables tables;
  private final String owner;
  private final Duration lease;

  /**
   * @param owner of the leases of what is begun; unique to the process start
   * @param lease how long they hold
   */
  public Intake(Inbox inbox, Tables tables, String owner, Duration lease) {
    this.inbox = inbox;
    this.tables = tables;
    this.owner = owner;
    this.lease = lease;
  }

  /** The tables of the inbox. */
  public record Tables(
      DeliveryTable deliveries,
      KeptRecordTable records,
      DeadLetterTable deadLetters,
      ReplayTable replays) {}

  /**
   * What is to be done now.
   *
   * @param run whose method is to be run in this transaction
   * @param begun that were taken in under a lease
   * @param known how many the inbox knew already
   */
  public record Taken(Set<Work> run, Set<Work> begun, int known) {}

  /**
   * Takes the steps in; a message that is known is taken in no second time. One that another
   * transaction is taking in right now is not seen to be known: the insert waits for it.
   */
  public Taken take(List<Step> all) {
    List<Step> steps = unknown(all);
    int known = all.size() - steps.size();
    if (steps.isEmpty()) {
      return new Taken(Set.of(), Set.of(), known);
    }
    List<Arrived> arrived = tables.deliveries().number(steps.stream().map(Step::work).toList());
    List<Arrived> runs = new ArrayList<>(steps.size());
    Set<Work> begun = identitySet();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (step instanceof Step.Run) {
        runs.add(arrived.get(i));
      } else {
        enter(step, arrived.get(i), begun);
      }
    }
    Set<Work> run = identitySet();
    if (!runs.isEmpty()) {
      DeliveryTable.Taken taken = tables.deliveries().insert(inbox, runs);
      tables.records().keep(inbox.handler(), taken.waiting().stream().map(Arrived::work).toList());
      run.addAll(taken.completed());
      known += runs.size() - taken.completed().size() - taken.waiting().size();
    }
    return new Taken(run, begun, known);
  }

  /** A replay is asked for, so it is looked at whatever the inbox knows. */
  private List<Step> unknown(List<Step> steps) {
    Set<UUID> known =
        tables.deliveries().known(inbox.handler(), steps.stream().map(Intake::id).toList());
    return steps.stream()
        .filter(step -> step instanceof Step.Replay || !known.contains(id(step)))
        .toList();
  }

  private void enter(Step step, Arrived arrived, Set<Work> begun) {
    if (step instanceof Step.Begin) {
      add(arrived, Entry.begun(owner, lease))
          .filter("processing"::equals)
          .ifPresent(state -> begun.add(arrived.work()));
    } else if (step instanceof Step.Settle settle) {
      settle(arrived, settle.verdict());
    } else if (step instanceof Step.Replay) {
      replay(arrived);
    } else {
      add(arrived, Entry.pending());
    }
  }

  private void settle(Arrived arrived, Verdict verdict) {
    Entry entry = verdict.fold(new Entries());
    boolean isNew = add(arrived, entry).isPresent();
    if (isNew && entry.isDead()) {
      tables.deadLetters().add(inbox.handler(), id(arrived));
    }
  }

  /** What has ended without a dead letter needs its bytes no more. */
  private Optional<String> add(Arrived arrived, Entry entry) {
    Optional<String> state = tables.deliveries().enter(inbox, arrived, entry);
    if (state
        .filter(entered -> !entered.equals("ignored") && !entered.startsWith("skipped"))
        .isPresent()) {
      tables.records().keep(inbox.handler(), List.of(arrived.work()));
    }
    return state;
  }

  private void replay(Arrived arrived) {
    Work work = arrived.work();
    ReplayId replay = Objects.requireNonNull(work.replay());
    Outcome outcome = tables.replays().take(inbox.handler(), work.message().id(), replay);
    LOG.info(
        "Handler {}: replay {} of message {} (key {}): {}",
        inbox.handler(),
        replay,
        work,
        work.message().orderingKey(),
        outcome);
    if (outcome == Outcome.REOPENED) {
      tables.records().keep(inbox.handler(), List.of(work));
      tables
          .deadLetters()
          .resolve(inbox.handler(), id(arrived), "replayed", "replay " + replay, "replayed");
    } else if (outcome == Outcome.UNKNOWN) {
      add(arrived, Entry.pending());
    }
  }

  private static UUID id(Step step) {
    return step.work().message().id().value();
  }

  private static UUID id(Arrived arrived) {
    return arrived.work().message().id().value();
  }

  private static Set<Work> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /** What a first failure makes of a delivery. */
  private static final class Entries implements Verdict.Cases<Entry> {

    @Override
    public Entry retryIn(Verdict.RetryIn verdict) {
      return Entry.retry(verdict.failure(), verdict.delay());
    }

    @Override
    public Entry deadLetter(Verdict.DeadLetter verdict) {
      return Entry.ended("dead_letter", 1, verdict.failure());
    }

    @Override
    public Entry ignored(Verdict.Ignored verdict) {
      return Entry.ended("ignored", 1, verdict.failure());
    }

    @Override
    public Entry skipped(Verdict.Skipped verdict) {
      return Entry.ended("skipped_unsupported_version", 0, verdict.failure());
    }

    @Override
    public Entry uncounted(Verdict.Uncounted verdict) {
      return Entry.uncounted(verdict.failure());
    }
  }
}
