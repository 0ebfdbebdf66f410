package dev.waybill.handler.batch;

/** What a failure says about trying again. */
public enum FailureKind {
  /**
   * The own database or another transaction is in the way: nothing is to blame, no attempt counts.
   */
  SURROUNDINGS,
  /** Something that the handler calls does not answer. */
  OUTSIDE,
  /** It may succeed another time. */
  RETRYABLE,
  /** It cannot succeed. */
  PERMANENT,
  /** The handler does not want it. */
  IGNORED,
  /** A version that the subscription skips. */
  SKIPPED
}
