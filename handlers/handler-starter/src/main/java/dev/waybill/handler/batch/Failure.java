package dev.waybill.handler.batch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Why something did not happen.
 *
 * @param code a word that does not change with the message
 * @param reason for people; holds nothing of a payload
 * @param after when the handler itself said how long to wait; else null
 */
public record Failure(FailureKind kind, String code, String reason, @Nullable Duration after) {

  public static Failure of(FailureKind kind, String code, String reason) {
    return new Failure(kind, code, reason, null);
  }

  /** Whether nothing that was tried is to blame, so that no attempt counts. */
  public boolean infrastructure() {
    return kind == FailureKind.SURROUNDINGS || kind == FailureKind.CONTENDED;
  }
}
