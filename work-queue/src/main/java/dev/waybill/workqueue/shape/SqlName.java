package dev.waybill.workqueue.shape;

import java.util.regex.Pattern;

/**
 * A schema, table or column as PostgreSQL stores an unquoted name: lower-case letters, digits and
 * underscores, at most 63 of them. Anything else is refused, so a name is never a way into the SQL.
 */
public record SqlName(String text) {

  private static final Pattern ALLOWED = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  public SqlName {
    if (!ALLOWED.matcher(text).matches()) {
      throw new IllegalArgumentException("not a lower-case SQL name: \"" + text + "\"");
    }
  }

  /** The name in double quotes, so that it may also be a word that SQL reserves. */
  public String quoted() {
    return '"' + text + '"';
  }
}
