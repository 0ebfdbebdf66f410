package dev.waybill.handler.inbox;

import java.sql.Connection;
import javax.sql.DataSource;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Asks whether the caller's transaction is one of this data source. Works with any transaction
 * manager, since it asks the server and not Spring. Thread-safe.
 */
public final class TransactionProof {

  private static final String ID = "SELECT pg_current_xact_id()::text";
  private static final String STATUS = "SELECT pg_xact_status(?::xid8)";

  private final JdbcTemplate jdbc;

  public TransactionProof(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /** Whether each statement would commit by itself. Asks the driver only. */
  public boolean isAutoCommit() {
    return Boolean.TRUE.equals(
        jdbc.execute((ConnectionCallback<Boolean>) Connection::getAutoCommit));
  }

  /** What the server calls the transaction of this one statement. */
  public String id() {
    return String.valueOf(jdbc.queryForObject(ID, String.class));
  }

  /** Whether a transaction was committed. */
  public boolean isCommitted(String id) {
    return "committed".equals(jdbc.queryForObject(STATUS, String.class, id));
  }
}
