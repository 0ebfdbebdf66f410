package dev.waybill.workqueue.shape;

/** A table with its schema: nothing depends on a search path. */
public record TableName(SqlName schema, SqlName table) {

  /** The table of these two names. */
  public static TableName of(String schema, String table) {
    return new TableName(new SqlName(schema), new SqlName(table));
  }

  /** The name for a statement. */
  public String quoted() {
    return schema.quoted() + "." + table.quoted();
  }

  @Override
  public String toString() {
    return schema.text() + "." + table.text();
  }
}
