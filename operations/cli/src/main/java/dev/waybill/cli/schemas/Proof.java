package dev.waybill.cli.schemas;

import java.util.Locale;

/**
 * Whether one place still has messages of a version.
 *
 * @param place what was looked at, for instance a topic
 * @param verdict what came of it
 * @param detail how much there is, or why nothing is proved
 */
record Proof(String place, Verdict verdict, String detail) {

  /** What a look came to. */
  enum Verdict {
    CLEAR,
    CARRIED,
    NOT_PROVED;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  static Proof counted(String place, long count, String what) {
    return count == 0
        ? new Proof(place, Verdict.CLEAR, "no " + what)
        : new Proof(place, Verdict.CARRIED, count + " " + what);
  }

  static Proof notProved(String place, String why) {
    return new Proof(place, Verdict.NOT_PROVED, why);
  }
}
