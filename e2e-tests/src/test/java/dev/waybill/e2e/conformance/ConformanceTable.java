package dev.waybill.e2e.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows of {@code docs/conformance.md}: every table row whose first cell looks like an id. Its
 * columns are id, what must hold, state, enforced by, shown by, still open.
 */
record ConformanceTable(String file, List<Row> rows, List<Finding> malformed) {

  private static final int COLUMNS = 6;

  /** One row; cells are trimmed. */
  record Row(
      int line,
      String id,
      String what,
      String state,
      String enforcedBy,
      String shownBy,
      String open) {

    List<String> cells() {
      return List.of(id, what, state, enforcedBy, shownBy, open);
    }
  }

  static ConformanceTable parse(MarkdownFile file) {
    List<Row> rows = new ArrayList<>();
    List<Finding> malformed = new ArrayList<>();
    for (MarkdownFile.Line line : file.prose()) {
      List<String> cells = cells(line.text());
      if (cells.isEmpty() || !cells.get(0).matches("[A-Z]+-?[0-9]+")) {
        continue;
      }
      if (cells.size() != COLUMNS) {
        String problem = "row has " + cells.size() + " cells, not " + COLUMNS;
        malformed.add(new Finding(file.name(), line.number(), problem));
      } else {
        rows.add(row(line.number(), cells));
      }
    }
    return new ConformanceTable(file.name(), List.copyOf(rows), List.copyOf(malformed));
  }

  private static Row row(int line, List<String> cells) {
    return new Row(
        line, cells.get(0), cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.get(5));
  }

  private static List<String> cells(String line) {
    String text = line.strip();
    if (text.length() < 2 || !text.startsWith("|") || !text.endsWith("|")) {
      return List.of();
    }
    List<String> cells = new ArrayList<>();
    for (String cell : text.substring(1, text.length() - 1).split("\\|", -1)) {
      cells.add(cell.strip());
    }
    return cells;
  }
}
