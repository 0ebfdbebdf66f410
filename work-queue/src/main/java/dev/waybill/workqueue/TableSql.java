package dev.waybill.workqueue;

import dev.waybill.workqueue.shape.SqlName;
import dev.waybill.workqueue.shape.StateName;
import dev.waybill.workqueue.shape.WorkColumns;
import dev.waybill.workqueue.shape.WorkStates;
import dev.waybill.workqueue.shape.WorkTable;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Puts a table's names into the text of a statement: {@code {name}} stands for a piece of SQL.
 * Named parameters of this package begin with {@code queue_}.
 */
final class TableSql {

  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

  private final WorkTable table;
  private final Map<String, String> pieces;

  TableSql(WorkTable table) {
    this.table = table;
    WorkStates states = table.states();
    String arrival = table.columns().arrival().quoted();
    this.pieces =
        Map.ofEntries(
            Map.entry("table", table.name().quoted()),
            Map.entry("condition", "(" + table.condition() + ")"),
            Map.entry("key", columns("work", table.columns().key())),
            Map.entry("arrival", "work." + arrival),
            Map.entry("pending", states.pending().literal()),
            Map.entry("retry", states.retry().literal()),
            Map.entry("processing", states.processing().literal()),
            // Without the state, one that no row can have.
            Map.entry("waiting", states.waitingState().map(StateName::literal).orElse("''")),
            Map.entry("living", literals(states.living())),
            Map.entry("open", literals(states.open())),
            Map.entry("unclaimed", literals(states.unclaimed())),
            Map.entry("unfinished", literals(states.unfinished())));
  }

  /** The statement with every place filled, from here or from {@code more}. */
  String fill(String statement, Map<String, String> more) {
    Matcher places = PLACE.matcher(statement);
    return places.replaceAll(
        place -> {
          String name = place.group(1);
          String piece = more.getOrDefault(name, pieces.get(name));
          if (piece == null) {
            throw new IllegalStateException("nothing to put in the place of " + name);
          }
          return Matcher.quoteReplacement(piece);
        });
  }

  String fill(String statement) {
    return fill(statement, Map.of());
  }

  /** Columns of an alias, separated by commas. */
  static String columns(String alias, List<SqlName> names) {
    return names.stream()
        .map(name -> alias + "." + name.quoted())
        .collect(Collectors.joining(", "));
  }

  /** Columns alone, separated by commas. */
  static String names(List<SqlName> names) {
    return names.stream().map(SqlName::quoted).collect(Collectors.joining(", "));
  }

  /** Columns of the row under numbered names: {@code work."id" AS key_1}. */
  static String numbered(String name, List<SqlName> columns) {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> "work." + columns.get(i).quoted() + " AS " + name + "_" + (i + 1))
        .collect(Collectors.joining(", "));
  }

  /** The numbered names themselves. */
  static String aliases(String alias, String name, List<SqlName> columns) {
    return IntStream.rangeClosed(1, columns.size())
        .mapToObj(i -> alias + "." + name + "_" + i)
        .collect(Collectors.joining(", "));
  }

  /** True when no earlier row of the group is unfinished. */
  String earliestOfGroup(String group, String arrival) {
    WorkColumns columns = table.columns();
    if (!columns.grouped()) {
      return "true";
    }
    return fill(
        """
        NOT EXISTS (
          SELECT FROM {table} AS earlier
          WHERE (%s) = (%s) AND earlier.%s < %s AND earlier.state IN ({unfinished}))"""
            .formatted(
                columns("earlier", columns.group()), group, columns.arrival().quoted(), arrival));
  }

  private static String literals(List<StateName> states) {
    return states.stream().map(StateName::literal).collect(Collectors.joining(", "));
  }
}
