package dev.waybill.activity.domain;

import static dev.waybill.activity.domain.Operation.ASSIGN;
import static dev.waybill.activity.domain.Operation.CANCEL;
import static dev.waybill.activity.domain.Operation.COMPLETE;
import static dev.waybill.activity.domain.Operation.DELETE;
import static dev.waybill.activity.domain.Operation.REASSIGN;
import static dev.waybill.activity.domain.Operation.RESCHEDULE;
import static dev.waybill.activity.domain.Operation.START;
import static dev.waybill.activity.domain.Operation.UPDATE;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Where an activity stands. Each status holds only its own data. */
public sealed interface ActivityStatus {

  /** The one transition table: what is possible in a status, and the status that it leads to. */
  Map<Class<? extends ActivityStatus>, Map<Operation, Class<? extends ActivityStatus>>>
      TRANSITIONS =
          Map.of(
              Open.class,
                  Map.of(
                      UPDATE, Open.class,
                      ASSIGN, Open.class,
                      REASSIGN, Open.class,
                      RESCHEDULE, Open.class,
                      START, Started.class,
                      COMPLETE, Completed.class,
                      CANCEL, Cancelled.class,
                      DELETE, Deleted.class),
              Started.class,
                  Map.of(
                      UPDATE, Started.class,
                      ASSIGN, Started.class,
                      REASSIGN, Started.class,
                      RESCHEDULE, Started.class,
                      COMPLETE, Completed.class,
                      CANCEL, Cancelled.class,
                      DELETE, Deleted.class),
              Completed.class, Map.of(DELETE, Deleted.class),
              Cancelled.class, Map.of(DELETE, Deleted.class),
              Deleted.class, Map.of());

  /** The name in tables and answers. */
  String wireName();

  /** When and by whom work on it was begun; absent: it never was, or it is deleted. */
  default @Nullable Stamp begun() {
    return null;
  }

  /** What is possible now, in the order of the declaration. */
  default SortedSet<Operation> possible() {
    return new TreeSet<>(following().keySet());
  }

  /**
   * The status after an operation.
   *
   * @throws IllegalStateException when the table does not lead there
   */
  default ActivityStatus become(Operation operation, ActivityStatus next) {
    if (following().get(operation) != next.getClass()) {
      throw new IllegalStateException(
          "an activity that is %s does not become %s when it is %s"
              .formatted(wireName(), next.wireName(), operation.participle()));
    }
    return next;
  }

  private Map<Operation, Class<? extends ActivityStatus>> following() {
    return TRANSITIONS.getOrDefault(getClass(), Map.of());
  }

  /** Still to be done. */
  record Open() implements ActivityStatus {

    public static final String NAME = "open";

    @Override
    public String wireName() {
      return NAME;
    }
  }

  /** Somebody is at it. */
  record Started(Stamp begun) implements ActivityStatus {

    public static final String NAME = "started";

    @Override
    public String wireName() {
      return NAME;
    }
  }

  /**
   * Done.
   *
   * @param outcome what came of it; absent: nothing was noted
   * @param begun absent: it was done without having been started
   */
  record Completed(Stamp stamp, @Nullable String outcome, @Nullable Stamp begun)
      implements ActivityStatus {

    public static final String NAME = "completed";

    @Override
    public String wireName() {
      return NAME;
    }
  }

  /**
   * Not to be done any more.
   *
   * @param reason why; absent: nothing was noted
   * @param begun absent: it was not started before
   */
  record Cancelled(Stamp stamp, @Nullable String reason, @Nullable Stamp begun)
      implements ActivityStatus {

    public static final String NAME = "cancelled";

    @Override
    public String wireName() {
      return NAME;
    }
  }

  /** Gone for everybody; only its identity and version remain (ADR 0021). */
  record Deleted(Stamp stamp) implements ActivityStatus {

    public static final String NAME = "deleted";

    @Override
    public String wireName() {
      return NAME;
    }
  }
}
