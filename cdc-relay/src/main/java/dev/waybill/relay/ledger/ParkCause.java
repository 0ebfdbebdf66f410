package dev.waybill.relay.ledger;

import java.util.Locale;

/**
 * Why a message could not be published to a handler.
 *
 * @param code what kind of cause, for counting
 * @param text for people, without anything of the payload
 */
public record ParkCause(Code code, String text) {

  /** Kinds of causes. */
  public enum Code {
    /** The record is larger than the handler's topic takes. */
    TOO_LARGE,
    /** The stored envelope is none. Trying again does not help. */
    UNDECODABLE,
    /** An earlier message of the same key is parked. */
    BEHIND,
    /** The row is not there. */
    GONE;

    /** The name in the ledger and in metrics, in lower case with hyphens. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * @throws IllegalArgumentException when no code has the name
     */
    public static Code ofWireName(String name) {
      for (Code code : values()) {
        if (code.wireName().equals(name)) {
          return code;
        }
      }
      throw new IllegalArgumentException("no such cause: " + name);
    }
  }

  /** Whether trying again cannot help. */
  public boolean permanent() {
    return code == Code.UNDECODABLE;
  }
}
