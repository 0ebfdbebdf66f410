package dev.waybill.workqueue.shape;

import java.util.regex.Pattern;

/** One value of the column {@code state}, such as {@code dead-letter}. */
public record StateName(String text) {

  private static final Pattern ALLOWED = Pattern.compile("[a-z][a-z0-9_-]{0,62}");

  public StateName {
    if (!ALLOWED.matcher(text).matches()) {
      throw new IllegalArgumentException("not the name of a state: \"" + text + "\"");
    }
  }

  /**
   * The state as an SQL constant. States are never parameters, because the planner uses a partial
   * index only for a constant that it can compare with the index's predicate.
   */
  public String literal() {
    return "'" + text + "'";
  }
}
