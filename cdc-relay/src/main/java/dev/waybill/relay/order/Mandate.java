package dev.waybill.relay.order;

/**
 * On whose word something is done, and why.
 *
 * @param actor who says so
 * @param roles what they may do, as their token says
 * @param source {@code api}, or {@code relay} for what it does by itself
 * @param reason in their words
 */
public record Mandate(String actor, String roles, String source, String reason) {

  private static final int LONGEST_REASON = 1_000;

  /**
   * @throws InvalidOrderException when the reason is missing, too long, or not storable
   */
  public Mandate {
    if (reason.isBlank()) {
      throw new InvalidOrderException(
          "reason", "reason is missing", "say why in a few words: the audit keeps them");
    }
    if (reason.length() > LONGEST_REASON || reason.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidOrderException(
          "reason",
          "reason is longer than " + LONGEST_REASON + " characters or has control characters",
          "say it in one line");
    }
  }

  /** What the process that holds the lease does by itself. */
  public static Mandate ofRelay(String owner, String reason) {
    return new Mandate(owner, "relay", "relay", reason);
  }
}
