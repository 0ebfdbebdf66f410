package dev.waybill.workqueue.shape;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns whose names the caller chooses. None of them may hold NULL, and none changes once a
 * row is there.
 *
 * @param key the primary key: of types uuid, text or whole numbers
 * @param arrival a number that says which row came first, unique within a group
 * @param group what must be worked off in the order of arrival; empty: each row is on its own
 * @param tenant whom claims are shared out between; null: first due, first claimed
 */
public record WorkColumns(
    List<SqlName> key, SqlName arrival, List<SqlName> group, @Nullable SqlName tenant) {

  public WorkColumns {
    key = List.copyOf(key);
    group = List.copyOf(group);
    if (key.isEmpty()) {
      throw new IllegalArgumentException("a table of work needs a key");
    }
    requireNoRepeats(key);
    requireNoRepeats(group);
  }

  /** Rows without groups and tenants. */
  public static WorkColumns of(String arrival, String... key) {
    return new WorkColumns(names(key), new SqlName(arrival), List.of(), null);
  }

  /** Claims only the earliest unfinished row of each group. */
  public WorkColumns groupedBy(String... columns) {
    return new WorkColumns(key, arrival, names(columns), tenant);
  }

  /** Claims in turn from the tenants that this column names. */
  public WorkColumns fairBetween(String column) {
    return new WorkColumns(key, arrival, group, new SqlName(column));
  }

  /** Whether order is kept in groups. */
  public boolean grouped() {
    return !group.isEmpty();
  }

  /** The tenant's column, if claims are shared out. */
  public Optional<SqlName> tenantColumn() {
    return Optional.ofNullable(tenant);
  }

  private static List<SqlName> names(String... columns) {
    return Stream.of(columns).map(SqlName::new).toList();
  }

  private static void requireNoRepeats(List<SqlName> columns) {
    if (new LinkedHashSet<>(columns).size() < columns.size()) {
      throw new IllegalArgumentException("a column is named twice: " + columns);
    }
  }
}
