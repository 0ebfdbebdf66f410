package dev.waybill.handler.batch;

/** What a failure says about trying again. */
public enum FailureKind {
  /** The own database or Kafka does not do its part: nothing is to blame, no attempt counts. */
  SURROUNDINGS,
  /**
   * Another transaction holds what the handler needs, or the server lacks what it asks for: taken
   * for nobody's fault at first, and not its neighbours' at all.
   */
  CONTENDED,
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
