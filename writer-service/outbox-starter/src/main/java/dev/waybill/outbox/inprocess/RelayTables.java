package dev.waybill.outbox.inprocess;

import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Whether a relay takes what is staged in the writer's database. Thread-safe. */
public final class RelayTables {

  /** By the history of the relay's own migrations, which it makes first. */
  private static final String MADE =
      "SELECT to_regclass('outbox.relay_schema_history') IS NOT NULL";

  private final JdbcTemplate jdbc;

  public RelayTables(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /**
   * Whether a relay has made its tables.
   *
   * @throws org.springframework.dao.DataAccessException when the database refuses
   */
  public boolean exist() {
    return Boolean.TRUE.equals(jdbc.queryForObject(MADE, Boolean.class));
  }
}
