package dev.waybill.outbox.table;

import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Forgets operations that are old. Thread-safe. */
public final class OperationTable {

  private static final String FORGET =
      "SELECT outbox.forget_operations(make_interval(secs => ?), ?)";

  private final JdbcTemplate jdbc;

  public OperationTable(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /**
   * Forgets operations that are older than this, in a short statement of its own.
   *
   * @param atMost how many
   * @return how many there were
   * @throws org.springframework.dao.DataAccessException when the database refuses
   */
  public int forget(Duration age, int atMost) {
    Integer forgotten = jdbc.queryForObject(FORGET, Integer.class, age.toSeconds(), atMost);
    return forgotten == null ? 0 : forgotten;
  }
}
