package dev.waybill.handler.desk;

/**
 * On whose word something is done, and why.
 *
 * @param actor who says so
 * @param roles what they may do, as their token says
 * @param reason in their words
 */
public record Mandate(String actor, String roles, String reason) {

  private static final int LONGEST_REASON = 500;

  /**
   * @throws InvalidRequestException when the reason is missing, too long, or not one line of text
   */
  public Mandate {
    if (reason.isBlank()) {
      throw new InvalidRequestException(
          "reason", "reason is missing", "say why in a few words: the audit keeps them");
    }
    if (reason.length() > LONGEST_REASON || reason.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidRequestException(
          "reason",
          "reason is longer than " + LONGEST_REASON + " characters or has control characters",
          "say it in one line");
    }
  }
}
