package dev.waybill.outbox;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads what the WAL says about the order of commits, the way the relay does. */
final class CommitOrder implements AutoCloseable {

  private static final String CHANGES =
      """
      SELECT data FROM pg_logical_slot_get_binary_changes(
        ?, NULL, NULL, 'proto_version', '1', 'publication_names', 'waybill_outbox')
      """;

  private final JdbcTemplate relay;
  private final String slot;

  /** From now on. */
  CommitOrder(OutboxDatabase database, String slot) {
    this.relay = new JdbcTemplate(database.relay());
    this.slot = slot;
    relay.queryForList("SELECT pg_create_logical_replication_slot(?, 'pgoutput')", slot);
  }

  /** The seq of every committed message, in commit order and within it in the order of inserts. */
  List<Long> seqs() {
    List<Long> seqs = new ArrayList<>();
    for (byte[] data : relay.queryForList(CHANGES, byte[].class, slot)) {
      ByteBuffer message = ByteBuffer.wrap(data);
      if (message.get() == 'I') {
        seqs.add(firstColumn(message));
      }
    }
    return seqs;
  }

  /** Insert: relation, 'N', number of columns, then 't', length and text of each. */
  private static long firstColumn(ByteBuffer insert) {
    insert.position(insert.position() + Integer.BYTES + 1 + Short.BYTES + 1);
    byte[] text = new byte[insert.getInt()];
    insert.get(text);
    return Long.parseLong(new String(text, StandardCharsets.US_ASCII));
  }

  @Override
  public void close() {
    relay.queryForList("SELECT pg_drop_replication_slot(?)", slot);
  }
}
