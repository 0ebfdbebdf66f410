package dev.waybill.handler.inbox;

import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Bounds of the current transaction, kept by the server, so that they hold also when this process
 * is frozen. Set for the transaction and not for the connection, since the connection belongs to
 * the application's pool.
 *
 * @see <a href="https://www.postgresql.org/docs/18/runtime-config-client.html">lock_timeout and
 *     idle_in_transaction_session_timeout</a>
 */
public final class TransactionTimeouts {

  private static final String SET =
      """
      SELECT set_config('lock_timeout', ?, true),
             set_config('idle_in_transaction_session_timeout', ?, true)
      """;

  private final JdbcTemplate jdbc;
  private final Duration lock;
  private final Duration idle;

  /**
   * @param lock how long a statement waits for another transaction
   * @param idle how long the server waits for the next statement before it ends the connection
   */
  public TransactionTimeouts(DataSource dataSource, Duration lock, Duration idle) {
    this.jdbc = new JdbcTemplate(dataSource);
    this.lock = lock;
    this.idle = idle;
  }

  /** How long the server waits for the next statement. */
  public Duration idle() {
    return idle;
  }

  /** Applies them to the transaction that the caller has begun. */
  public void apply() {
    jdbc.query(SET, row -> {}, millis(lock), millis(idle));
  }

  private static String millis(Duration duration) {
    return duration.toMillis() + "ms";
  }
}
