package dev.waybill.relay.outbox;

import dev.waybill.contract.message.MessageId;
import dev.waybill.relay.ledger.SeqId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads {@code outbox.message}. A row that this does not see may still be in the WAL: a transaction
 * is streamed when its commit is flushed, which is before it is visible.
 */
public final class OutboxTable {

  private final JdbcClient jdbc;

  public OutboxTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The next visible rows that no batch of the stream covers, in the order of their numbers.
   *
   * @param after only rows with a greater number
   * @param limit at most so many rows
   * @param bytes at most so many bytes of payload, but always one row
   */
  public List<OutboxMessage> uncovered(String relay, long after, int limit, long bytes) {
    return jdbc.sql(
            """
            SELECT seq, message_id, envelope, payload, staged_at
            FROM (
              SELECT m.seq, m.message_id, m.envelope, m.payload::text AS payload, m.staged_at,
                     sum(octet_length(m.payload::text)) OVER (ORDER BY m.seq)
                       - octet_length(m.payload::text) AS bytes_before
              FROM outbox.message m
              WHERE m.seq > :after
                AND NOT EXISTS (
                  SELECT FROM outbox.dispatch_batch b
                  WHERE b.relay = :relay AND b.scope = 'all' AND b.seqs @> m.seq)
                AND NOT EXISTS (
                  SELECT FROM outbox.undecided_message u
                  WHERE u.relay = :relay AND u.message_id = m.message_id)
              ORDER BY m.seq
              LIMIT :limit) page
            WHERE bytes_before < :bytes
            ORDER BY seq
            """)
        .param("relay", relay)
        .param("after", after)
        .param("limit", limit)
        .param("bytes", bytes)
        .query((row, index) -> message(row))
        .list();
  }

  /** Which of the given messages are visible now, under the same number and id. */
  public List<SeqId> visible(Collection<SeqId> messages) {
    UUID[] ids = messages.stream().map(message -> message.id().value()).toArray(UUID[]::new);
    return jdbc
        .sql("SELECT seq, message_id FROM outbox.message WHERE message_id = ANY (:ids)")
        .param("ids", ids)
        .query((row, index) -> name(row))
        .list()
        .stream()
        .filter(messages::contains)
        .toList();
  }

  private static OutboxMessage message(ResultSet row) throws SQLException {
    return new OutboxMessage(
        name(row),
        row.getString("envelope"),
        row.getString("payload"),
        new OutboxMessage.CommitTime(
            row.getObject("staged_at", OffsetDateTime.class).toInstant(), false));
  }

  private static SeqId name(ResultSet row) throws SQLException {
    return new SeqId(row.getLong("seq"), new MessageId(row.getObject("message_id", UUID.class)));
  }
}
