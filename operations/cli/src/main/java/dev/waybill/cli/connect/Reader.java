package dev.waybill.cli.connect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads rows over one connection. */
public final class Reader {

  private final Connection connection;

  public Reader(Connection connection) {
    this.connection = connection;
  }

  /** All rows of a query. */
  public <T> List<T> list(String sql, Row<T> row, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      List<T> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(row.read(result));
        }
      }
      return rows;
    }
  }

  /** The first row, if there is one. */
  public <T> Optional<T> find(String sql, Row<T> row, Object... parameters) throws SQLException {
    return list(sql, row, parameters).stream().findFirst();
  }

  /** The one row of a query that always has one. */
  public <T> T one(String sql, Row<T> row, Object... parameters) throws SQLException {
    return find(sql, row, parameters)
        .orElseThrow(() -> new SQLException("no row from: " + sql, "02000"));
  }

  /** Whether a table of the schema outbox exists; needs no right to read it. */
  public boolean hasTable(String table) throws SQLException {
    return find(
            """
            SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'outbox' AND c.relname = ? AND c.relkind IN ('r', 'p')
            """,
            row -> true,
            table)
        .isPresent();
  }

  /** Reads one row. */
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }
}
