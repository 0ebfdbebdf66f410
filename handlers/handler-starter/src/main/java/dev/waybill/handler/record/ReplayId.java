package dev.waybill.handler.record;

/** Which replay sent a copy. */
public record ReplayId(String value) {

  private static final int LONGEST = 100;

  /**
   * @throws IllegalArgumentException when it is blank or longer than 100 characters
   */
  public ReplayId {
    if (value.isBlank() || value.length() > LONGEST) {
      throw new IllegalArgumentException("a replay id has 1 to " + LONGEST + " characters");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
