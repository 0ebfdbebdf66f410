package dev.waybill.e2e.conformance;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A test as the documents name it: {@code Class} or {@code Class#method}. */
record TestReference(String type, @Nullable String method) {

  private static final Pattern FORM = Pattern.compile("([A-Z]\\w*)(?:#(\\w+))?");

  /** Null when the text has another form. */
  static @Nullable TestReference parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches() ? new TestReference(matcher.group(1), matcher.group(2)) : null;
  }

  @Override
  public String toString() {
    return method == null ? type : type + "#" + method;
  }
}
