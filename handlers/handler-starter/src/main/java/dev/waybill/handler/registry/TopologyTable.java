package dev.waybill.handler.registry;

import dev.waybill.contract.subscription.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Who handles what from where, as a table for people. */
public final class TopologyTable {

  private static final List<String> HEAD =
      List.of("handler", "topic", "group", "partitions", "types");

  private TopologyTable() {}

  /** One line for each handler under a head; no line break at the end. */
  public static String of(List<HandlerDefinition> handlers) {
    List<List<String>> rows = new ArrayList<>(List.of(HEAD));
    handlers.forEach(handler -> rows.add(row(handler)));
    return rows.stream().map(row -> line(row, rows)).collect(Collectors.joining("\n"));
  }

  private static List<String> row(HandlerDefinition handler) {
    return List.of(
        handler.id().value(),
        handler.topic(),
        handler.group(),
        Integer.toString(handler.subscription().layout().partitions()),
        handler.subscription().entries().stream()
            .map(TopologyTable::types)
            .collect(Collectors.joining(", ")));
  }

  private static String types(Subscription.Entry entry) {
    return entry.versions().stream()
        .map(version -> "v" + version)
        .collect(Collectors.joining("+", entry.type() + " ", ""));
  }

  private static String line(List<String> row, List<List<String>> rows) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      int at = column;
      int width = rows.stream().mapToInt(other -> other.get(at).length()).max().orElse(0);
      String cell = row.get(column);
      line.append(cell).append(" ".repeat(width - cell.length() + 2));
    }
    return line.toString().stripTrailing();
  }
}
