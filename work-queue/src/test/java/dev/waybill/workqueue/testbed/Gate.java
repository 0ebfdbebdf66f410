package dev.waybill.workqueue.testbed;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** A gate in the database, which statements can be made to pass by a condition. */
public final class Gate implements AutoCloseable {

  private static final AtomicLong NUMBERS = new AtomicLong(7_000_000);

  private final long number = NUMBERS.incrementAndGet();
  private final SingleConnectionDataSource keeper;

  public Gate(DataSource superuser) {
    this.keeper = OneConnection.of(superuser);
  }

  /** Lets nobody pass from now on. */
  public void shut() {
    call("SELECT pg_advisory_lock(?)::text");
  }

  /** True, once the gate is open. */
  public String condition() {
    return "parcels.pass(" + number + ")";
  }

  /** Returns when somebody stands at the gate. */
  public void awaitWaiting() {
    await()
        .until(
            () ->
                JdbcClient.create(keeper)
                    .sql(
                        """
                        SELECT count(*) FROM pg_locks
                        WHERE locktype = 'advisory' AND NOT granted AND objid = ?
                          AND database = (
                            SELECT oid FROM pg_database WHERE datname = current_database())
                        """)
                    .param(number)
                    .query(Long.class)
                    .single()
                    .equals(1L));
  }

  public void open() {
    call("SELECT pg_advisory_unlock(?)::text");
  }

  @Override
  public void close() {
    keeper.destroy();
  }

  private void call(String sql) {
    JdbcClient.create(keeper).sql(sql).param(number).query(String.class).optional();
  }
}
