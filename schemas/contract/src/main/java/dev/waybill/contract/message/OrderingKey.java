package dev.waybill.contract.message;

/**
 * Messages of one ordering key reach each ordered handler in commit order. By default it is the
 * aggregate; at most {@value #MAX_LENGTH} characters.
 */
public record OrderingKey(String value) {

  /** Longest key, in characters. */
  public static final int MAX_LENGTH = 512;

  /**
   * @throws IllegalArgumentException when the key is blank or too long
   */
  public OrderingKey {
    if (value.isBlank()) {
      throw new IllegalArgumentException("ordering key is blank: give the aggregate's type and id");
    }
    if (value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "ordering key has " + value.length() + " characters, more than " + MAX_LENGTH);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
