package dev.waybill.relay.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.relay.testbed.RelayTestbed;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;
import org.postgresql.replication.PGReplicationStream;

/** Everything as the relay's role, which may see nothing of others. */
class ReaderWatchIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RelayTestbed testbed = RelayTestbed.create();
  private final ReaderWatch watch = new ReaderWatch(testbed.as("waybill_relay"), testbed.slot());

  /** Otherwise a relay would begin anew, again and again, and never come past it. */
  @Test
  void seesThatALargeTransactionIsCollectedBeforeAnythingOfItArrives() throws SQLException {
    createSlot();
    testbed
        .asSuperuser()
        .sql("CREATE TABLE noise AS SELECT n FROM generate_series(1, 1000000) AS n")
        .update();
    assertThat(watch.atWork()).isFalse();

    try (Connection connection = replication();
        PGReplicationStream stream = read(connection)) {
      await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(watch::atWork);
      assertThat(stream.readPending()).isNull();
    }
  }

  /** As behind a connection that lets nothing pass: the server has sent all, and waits. */
  @Test
  void takesAReaderThatWaitsForNewsForIdle() throws SQLException {
    createSlot();
    try (Connection connection = replication();
        PGReplicationStream stream = read(connection)) {
      await().atMost(PATIENCE).until(() -> !watch.atWork());
      assertThat(stream.isClosed()).isFalse();
    }
  }

  private void createSlot() {
    testbed
        .as("waybill_relay")
        .sql("SELECT pg_create_logical_replication_slot(:slot, 'pgoutput')::text")
        .param("slot", testbed.slot())
        .query(String.class)
        .single();
  }

  private PGReplicationStream read(Connection connection) throws SQLException {
    return connection
        .unwrap(PGConnection.class)
        .getReplicationAPI()
        .replicationStream()
        .logical()
        .withSlotName(testbed.slot())
        .withSlotOption("proto_version", 1)
        .withSlotOption("publication_names", "waybill_outbox")
        .start();
  }

  private Connection replication() throws SQLException {
    PGSimpleDataSource known = (PGSimpleDataSource) testbed.source("waybill_relay");
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(testbed.postgres().jdbcUrl(testbed.name()));
    source.setUser(known.getUser());
    source.setPassword(known.getPassword());
    source.setAssumeMinServerVersion("17");
    source.setReplication("database");
    source.setPreferQueryMode(PreferQueryMode.SIMPLE);
    return source.getConnection();
  }
}
