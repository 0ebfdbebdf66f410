package dev.waybill.contract.subscription;

import java.util.regex.Pattern;

/**
 * Name of a handler: {@code [a-z][a-z0-9-]*}, but not {@code all}, which means every handler in the
 * relay's ledger. Part of topic names, so it never changes.
 */
public record HandlerId(String value) implements Comparable<HandlerId> {

  private static final Pattern PATTERN = Pattern.compile("[a-z][a-z0-9-]*");
  private static final String RESERVED = "all";

  /**
   * @throws IllegalArgumentException when the name is malformed or reserved
   */
  public HandlerId {
    if (!PATTERN.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "handler '" + value + "' does not match " + PATTERN.pattern());
    }
    if (value.equals(RESERVED)) {
      throw new IllegalArgumentException(
          "handler '" + value + "' is a reserved name: choose another");
    }
  }

  @Override
  public int compareTo(HandlerId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
