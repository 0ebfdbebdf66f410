package dev.waybill.lab.fault;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Who may break things in the writer's database. */
public record Superuser(DataSource database) {
  /** Runs one statement. */
  void run(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
