package dev.waybill.handler.desk;

import dev.waybill.handler.state.DeliveryState;

/** What a retry by an operator is to a delivery, by the state that it is in. */
enum RetryStep {
  /** Its next attempt is due at once. */
  MAKE_DUE("due-now"),
  /** A dead letter becomes pending again. */
  REOPEN("reopened"),
  /** Nothing: it is worked on, or will be at once. */
  LEAVE_IN_PROGRESS("in-progress"),
  /** Nothing: an earlier one of its key comes first. */
  LEAVE_WAITING("waits-for-its-key"),
  /** Nothing: it has ended, and is not run again. */
  LEAVE_DONE("already-done");

  private static final Choice CHOICE = new Choice();

  private final String outcome;

  RetryStep(String outcome) {
    this.outcome = outcome;
  }

  static RetryStep of(DeliveryState state) {
    return state.fold(CHOICE);
  }

  /** What comes of it, as the API and the audit name it. */
  String outcome() {
    return outcome;
  }

  /** Whether it is one of a message's failed deliveries. */
  boolean answersAFailure() {
    return this == MAKE_DUE || this == REOPEN;
  }

  private static final class Choice implements DeliveryState.Cases<RetryStep> {

    @Override
    public RetryStep pending(DeliveryState.Pending state) {
      return LEAVE_IN_PROGRESS;
    }

    @Override
    public RetryStep waiting(DeliveryState.Waiting state) {
      return LEAVE_WAITING;
    }

    @Override
    public RetryStep processing(DeliveryState.Processing state) {
      return LEAVE_IN_PROGRESS;
    }

    @Override
    public RetryStep retryScheduled(DeliveryState.RetryScheduled state) {
      return MAKE_DUE;
    }

    @Override
    public RetryStep completed(DeliveryState.Completed state) {
      return LEAVE_DONE;
    }

    @Override
    public RetryStep skipped(DeliveryState.SkippedUnsupportedVersion state) {
      return LEAVE_DONE;
    }

    @Override
    public RetryStep ignored(DeliveryState.Ignored state) {
      return LEAVE_DONE;
    }

    @Override
    public RetryStep deadLetter(DeliveryState.DeadLetter state) {
      return REOPEN;
    }
  }
}
