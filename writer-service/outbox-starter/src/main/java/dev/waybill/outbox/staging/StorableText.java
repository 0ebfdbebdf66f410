package dev.waybill.outbox.staging;

import java.util.Optional;

/**
 * Finds what PostgreSQL's text and UTF-8 cannot hold: U+0000, and half a surrogate pair, which
 * encoders turn into a question mark without a word. In JSON also as an escape: a reader would
 * unfold it into text that cannot be stored.
 */
final class StorableText {

  private static final String NUL = "U+0000";
  private static final String LONE_SURROGATE = "half a surrogate pair";

  private StorableText() {}

  /** What is wrong with a text, if anything. */
  static Optional<String> problem(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return Optional.of(NUL);
      }
      if (Character.isSurrogate(c)) {
        if (!isPairAt(text, i)) {
          return Optional.of(LONE_SURROGATE);
        }
        i++;
      }
    }
    return Optional.empty();
  }

  /** What is wrong with JSON text, raw or escaped, if anything. Expects no well-formed JSON. */
  static Optional<String> problemInJson(String json) {
    Optional<String> raw = problem(json);
    return raw.isPresent() ? raw : problemInEscapes(json);
  }

  private static Optional<String> problemInEscapes(String json) {
    int i = json.indexOf('\\');
    while (i >= 0) {
      int unit = escapedUnit(json, i);
      int length = unit < 0 ? 2 : 6;
      if (unit == 0) {
        return Optional.of("an escaped " + NUL);
      }
      if (unit > 0 && Character.isSurrogate((char) unit)) {
        int next = escapedUnit(json, i + 6);
        if (next < 0 || !Character.isSurrogatePair((char) unit, (char) next)) {
          return Optional.of("an escaped " + LONE_SURROGATE);
        }
        length = 12;
      }
      i = json.indexOf('\\', i + length);
    }
    return Optional.empty();
  }

  /** The UTF-16 unit that a backslash-u escape at this index stands for, or -1. */
  private static int escapedUnit(String json, int index) {
    if (index + 6 > json.length() || json.charAt(index) != '\\' || json.charAt(index + 1) != 'u') {
      return -1;
    }
    int unit = 0;
    for (int i = index + 2; i < index + 6; i++) {
      int digit = Character.digit(json.charAt(i), 16);
      if (digit < 0) {
        return -1;
      }
      unit = (unit << 4) | digit;
    }
    return unit;
  }

  private static boolean isPairAt(String text, int index) {
    return index + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
  }
}
