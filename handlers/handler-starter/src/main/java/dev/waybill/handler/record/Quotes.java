package dev.waybill.handler.record;

import java.util.regex.Pattern;

/** Foreign text in a line of a log: short, and on that line. */
final class Quotes {

  private static final int LONGEST = 100;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");

  private Quotes() {}

  static String quote(String text) {
    String start = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    return CONTROL.matcher(start).replaceAll("?");
  }
}
