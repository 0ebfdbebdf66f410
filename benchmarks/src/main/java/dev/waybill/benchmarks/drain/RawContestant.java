package dev.waybill.benchmarks.drain;

import dev.waybill.benchmarks.measure.Progress;
import dev.waybill.lab.stack.Role;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.PGReplicationStream;

/**
 * The server's decoding and the driver, and nothing else: takes each message of {@code pgoutput}
 * from the replication protocol and looks at its first byte. It confirms nothing.
 */
final class RawContestant implements Contestant {

  private static final String SLOT = "bench_raw_decoding";
  private static final String TABLE = "message";
  private static final int POINT_EVERY = 1_000;

  private final Slots slots;
  private final String jdbcUrl;
  private final String publication;

  RawContestant(Slots slots, String jdbcUrl, String publication) {
    this.slots = slots;
    this.jdbcUrl = jdbcUrl;
    this.publication = publication;
  }

  @Override
  public String name() {
    return "raw-decoding";
  }

  @Override
  public void stand() throws Exception {
    slots.copyOfRelays(SLOT);
  }

  @Override
  public Progress drain(long rows) throws Exception {
    Progress progress = new Progress(System.nanoTime());
    try (Connection connection = DriverManager.getConnection(jdbcUrl, replication());
        PGReplicationStream stream = stream(connection)) {
      read(stream, rows, progress);
    }
    slots.drop(SLOT);
    return progress;
  }

  private static void read(PGReplicationStream stream, long rows, Progress progress)
      throws SQLException {
    Set<Integer> outbox = new HashSet<>();
    long count = 0;
    while (count < rows) {
      ByteBuffer message = stream.read();
      byte kind = message.get();
      if (kind == 'R') {
        int relation = message.getInt();
        if (named(message)) {
          outbox.add(relation);
        }
      } else if (kind == 'I' && outbox.contains(message.getInt())) {
        count++;
        if (count == 1 || count == rows || count % POINT_EVERY == 0) {
          progress.reached(System.nanoTime(), count);
        }
      }
    }
  }

  /** Whether a relation is the outbox; its schema and name follow, each ended by a zero byte. */
  private static boolean named(ByteBuffer relation) {
    text(relation);
    return TABLE.equals(text(relation));
  }

  private static String text(ByteBuffer message) {
    int start = message.position();
    int end = start;
    while (message.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - start];
    message.get(bytes).get();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private PGReplicationStream stream(Connection connection) throws SQLException {
    return connection
        .unwrap(PGConnection.class)
        .getReplicationAPI()
        .replicationStream()
        .logical()
        .withSlotName(SLOT)
        .withSlotOption("proto_version", 1)
        .withSlotOption("publication_names", publication)
        .withStatusInterval(1, TimeUnit.SECONDS)
        .start();
  }

  private static Properties replication() {
    Properties properties = new Properties();
    PGProperty.USER.set(properties, Role.RELAY.roleName());
    PGProperty.PASSWORD.set(properties, Role.RELAY.password());
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "14");
    PGProperty.REPLICATION.set(properties, "database");
    PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
    return properties;
  }
}
