package dev.waybill.lab.fault;

import dev.waybill.lab.check.Waiting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

/** The relay's replication slot, in the hands of somebody who should not touch it. */
public final class Slot {
  /** Its name on a stack. */
  public static final String NAME = "waybill_main";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String IN_USE = "55006";
  private static final String GONE = "42704";
  private static final String EXISTS = "42710";

  private final DataSource superuser;

  /** The slot of this server. */
  public Slot(DataSource superuser) {
    this.superuser = superuser;
  }

  /** Ends whoever reads from it, and drops it; a relay may be making it anew at once. */
  public void drop() throws Exception {
    if (!Waiting.until(this::dropped, PATIENCE)) {
      throw new IllegalStateException("slot " + NAME + " is always in use");
    }
  }

  private boolean dropped() throws SQLException {
    try (Connection connection = superuser.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots"
              + " WHERE active AND slot_name = '"
              + NAME
              + "'");
      statement.execute("SELECT pg_drop_replication_slot('" + NAME + "')");
      return true;
    } catch (SQLException e) {
      if (IN_USE.equals(e.getSQLState())) {
        return false;
      }
      if (GONE.equals(e.getSQLState())) {
        return true;
      }
      throw e;
    }
  }

  /**
   * Makes it, unless a relay was faster. The server exports a snapshot with the slot, which shows
   * exactly the transactions that the slot will not bring.
   *
   * @return the messages that the snapshot shows and no batch of the relay covers in it
   */
  Set<UUID> createByHand() throws SQLException {
    try (Connection replication = replication();
        Statement statement = replication.createStatement();
        ResultSet created =
            statement.executeQuery(
                "CREATE_REPLICATION_SLOT " + NAME + " LOGICAL pgoutput (SNAPSHOT 'export')")) {
      created.next();
      return uncovered(created.getString("snapshot_name"));
    } catch (SQLException e) {
      if (EXISTS.equals(e.getSQLState())) {
        return Set.of();
      }
      throw e;
    }
  }

  private Set<UUID> uncovered(String snapshot) throws SQLException {
    Set<UUID> ids = new HashSet<>();
    try (Connection connection = superuser.getConnection()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET TRANSACTION SNAPSHOT '" + snapshot + "'");
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT m.message_id
                FROM outbox.message m
                WHERE m.seq > (SELECT verified_seq FROM outbox.relay_installation)
                  AND NOT EXISTS (
                    SELECT FROM outbox.dispatch_batch b
                    WHERE b.scope = 'all' AND b.seqs @> m.seq)
                """);
        while (rows.next()) {
          ids.add(rows.getObject(1, UUID.class));
        }
      }
    }
    return ids;
  }

  private Connection replication() throws SQLException {
    PGSimpleDataSource server = (PGSimpleDataSource) superuser;
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(server.getServerNames());
    source.setPortNumbers(server.getPortNumbers());
    source.setDatabaseName(server.getDatabaseName());
    source.setUser(server.getUser());
    source.setPassword(server.getPassword());
    source.setAssumeMinServerVersion("17");
    source.setReplication("database");
    source.setPreferQueryMode(PreferQueryMode.SIMPLE);
    return source.getConnection();
  }
}
