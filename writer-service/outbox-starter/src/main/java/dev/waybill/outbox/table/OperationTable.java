package dev.waybill.outbox.table;

import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Forgets operations that are old. Thread-safe. */
public final class OperationTable {

  private static final String FORGET =
      "SELECT outbox.forget_operations(make_interval(secs => ?), ?)";

  private final JdbcTemplate jdbc;
  private final TransactionTemplate transaction;

  public OperationTable(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
  }

  /**
   * Forgets operations that are older than this, in a short transaction of its own, which commits
   * also where the pool's connections do not by themselves.
   *
   * @param atMost how many
   * @return how many there were
   * @throws org.springframework.dao.DataAccessException when the database refuses
   * @throws org.springframework.transaction.TransactionException when it is away
   */
  public int forget(Duration age, int atMost) {
    return transaction.execute(
        status ->
            Objects.requireNonNull(
                jdbc.queryForObject(FORGET, Integer.class, age.toSeconds(), atMost)));
  }
}
