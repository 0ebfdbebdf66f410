package dev.waybill.handler.deliver;

import java.util.regex.Pattern;

/**
 * Text of an application's exception, made fit to be stored and shown: on one line, of bounded
 * length, and without what looks like a secret. It is the last line of defence, not the first: only
 * messages that their author wrote for people come here.
 */
final class Sanitised {

  private static final int LONGEST = 500;

  /** With the halves of surrogate pairs that stand alone, which UTF-8 has no form of. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cs}\\u2028\\u2029]+");

  /** Each run is bounded, so that a long text costs no more than its length. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)((?:password|passwd|pwd|secret|token|api[_-]?key|authorization|credential)\\w{0,60}"
              + "[\"']?\\s{0,20}[=:]\\s{0,20}[\"']?)(?:bearer\\s+|basic\\s+)?[^\\s,;&]+");

  private static final Pattern USER_INFO = Pattern.compile("://[^/@\\s]+@");

  private Sanitised() {}

  static String of(String text) {
    String line = CONTROL.matcher(text).replaceAll(" ");
    String masked = USER_INFO.matcher(line).replaceAll("://***@");
    masked = SECRET.matcher(masked).replaceAll("$1***");
    return masked.length() <= LONGEST ? masked : masked.substring(0, end(masked)) + "…";
  }

  /** No pair of surrogates is torn apart. */
  private static int end(String text) {
    return Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
  }
}
