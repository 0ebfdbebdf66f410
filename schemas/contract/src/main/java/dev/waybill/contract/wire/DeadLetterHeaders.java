package dev.waybill.contract.wire;

/**
 * What a dead letter carries beside the headers of the message: text, each once, of bounded size.
 * Written anew at each death and never added to, so that a message that dies for the twentieth time
 * is as large as after the first.
 */
public final class DeadLetterHeaders {

  /** Every name below begins so. */
  public static final String PREFIX = "waybill-dlt-";

  /** What went wrong, in a word that does not change with the message. */
  public static final String ERROR_CODE = PREFIX + "error-code";

  /** What went wrong, for people; holds nothing of the payload. */
  public static final String ERROR_MESSAGE = PREFIX + "error-message";

  /** How often it was run before this death. */
  public static final String ATTEMPTS = PREFIX + "attempts";

  /** The number of this death, from 1; with the message id it tells a repeated record. */
  public static final String DEATH = PREFIX + "death";

  /** RFC 3339, of the first failure ever. */
  public static final String FIRST_FAILED_AT = PREFIX + "first-failed-at";

  /** RFC 3339, of the failure that was the last. */
  public static final String LAST_FAILED_AT = PREFIX + "last-failed-at";

  /** Where the copy was that was taken in first. */
  public static final String TOPIC = PREFIX + "topic";

  public static final String PARTITION = PREFIX + "partition";
  public static final String OFFSET = PREFIX + "offset";

  private DeadLetterHeaders() {}
}
