package dev.waybill.workqueue;

/** Makes a text such that storing it cannot fail: a failure must always be recordable. */
final class StorableText {

  /** Characters of an error that are kept. */
  static final int MOST = 2000;

  private StorableText() {}

  /** The beginning of the text, with a replacement for what PostgreSQL or UTF-8 cannot hold. */
  static String of(String text) {
    StringBuilder kept = new StringBuilder(Math.min(text.length(), MOST));
    text.codePoints()
        .limit(MOST)
        .map(point -> isStorable(point) ? point : '\uFFFD')
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  private static boolean isStorable(int codePoint) {
    return codePoint != 0
        && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
  }
}
