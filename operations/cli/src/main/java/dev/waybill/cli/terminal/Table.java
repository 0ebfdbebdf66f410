package dev.waybill.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Columns of text for people: a head in capitals, columns as wide as their widest cell. */
public final class Table {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... head) {
    rows.add(List.of(head).stream().map(cell -> cell.toUpperCase(Locale.ROOT)).toList());
  }

  /** Adds a row with one cell for each column of the head. */
  public Table row(String... cells) {
    if (cells.length != rows.get(0).size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + rows.get(0).size() + " columns");
    }
    rows.add(List.of(cells));
    return this;
  }

  /** The lines, without trailing blanks; nothing is ever cut. */
  public List<String> lines() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      line.append(i == 0 ? "" : GAP).append(cell).append(" ".repeat(widths[i] - cell.length()));
    }
    return line.toString().stripTrailing();
  }
}
