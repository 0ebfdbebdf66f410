package dev.waybill.workqueue.testbed;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Keeps one connection, since making one takes longer than most tests. */
final class OneConnection {

  private OneConnection() {}

  static SingleConnectionDataSource of(DataSource source) {
    try {
      return new SingleConnectionDataSource(source.getConnection(), true);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot connect", e);
    }
  }
}
