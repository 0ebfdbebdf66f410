package dev.waybill.lab.witness;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.postgresql.replication.LogSequenceNumber;

/**
 * Where in the WAL each message was committed, read by a slot and a publication of its own, through
 * SQL and without the relay's decoder. Not thread-safe.
 *
 * @see <a href="https://www.postgresql.org/docs/18/protocol-logicalrep-message-formats.html">The
 *     message formats of pgoutput</a>
 */
final class CommitLog {
  private static final String NAME = "waybill_witness";

  private final DataSource superuser;
  private final Deque<Commit> ahead = new ArrayDeque<>();
  private final List<UUID> open = new ArrayList<>();
  private long lastEnd;

  private CommitLog(DataSource superuser) {
    this.superuser = superuser;
  }

  /** Knows every message that is committed from now on. */
  static CommitLog open(DataSource superuser) throws SQLException {
    try (Connection connection = superuser.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE PUBLICATION "
              + NAME
              + " FOR TABLE outbox.message (message_id)"
              + " WITH (publish = 'insert', publish_via_partition_root = true)");
      statement.execute("SELECT pg_create_logical_replication_slot('" + NAME + "', 'pgoutput')");
    }
    return new CommitLog(superuser);
  }

  /**
   * The messages of every transaction whose commit ends at or below a position, and that no earlier
   * call told of.
   */
  List<UUID> through(LogSequenceNumber position) throws SQLException {
    try (Connection connection = superuser.getConnection();
        Statement statement = connection.createStatement();
        ResultSet changes =
            statement.executeQuery(
                "SELECT data FROM pg_logical_slot_get_binary_changes('%s', '%s', NULL, %s)"
                    .formatted(
                        NAME,
                        position.asString(),
                        "'proto_version', '1', 'publication_names', '" + NAME + "'"))) {
      while (changes.next()) {
        take(ByteBuffer.wrap(changes.getBytes(1)));
      }
    }
    List<UUID> told = new ArrayList<>();
    while (!ahead.isEmpty() && ahead.peekFirst().end() <= position.asLong()) {
      told.addAll(ahead.removeFirst().messages());
    }
    return told;
  }

  private void take(ByteBuffer change) {
    char kind = (char) change.get();
    if (kind == 'B') {
      open.clear();
    } else if (kind == 'I') {
      open.add(insertedId(change));
    } else if (kind == 'C') {
      change.get();
      change.getLong();
      long end = change.getLong();
      // After a crash of the server the slot may begin again earlier.
      if (end > lastEnd) {
        lastEnd = end;
        ahead.addLast(new Commit(end, List.copyOf(open)));
      }
    }
  }

  /** The one published column, as text. */
  private static UUID insertedId(ByteBuffer insert) {
    insert.getInt();
    insert.get();
    insert.getShort();
    insert.get();
    byte[] text = new byte[insert.getInt()];
    insert.get(text);
    return UUID.fromString(new String(text, StandardCharsets.US_ASCII));
  }

  /** A transaction of the outbox and where its commit ends. */
  private record Commit(long end, List<UUID> messages) {}
}
