package dev.waybill.workqueue;

import java.time.Instant;

/** Whether something was written under a claim. */
public sealed interface Recording {

  /** Whether the claim was still the current one. */
  default boolean recorded() {
    return this instanceof Recorded;
  }

  /**
   * The row now says so.
   *
   * @param state the row's
   * @param nextAttemptAt the row's, on the database's clock
   */
  record Recorded(String state, Instant nextAttemptAt) implements Recording {}

  /** Nothing changed: another claim followed, the claim was ended, or its lease is over. */
  record Stale(Claim claim) implements Recording {}
}
