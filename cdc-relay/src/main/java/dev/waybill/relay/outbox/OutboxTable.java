package dev.waybill.relay.outbox;

import dev.waybill.contract.message.MessageId;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.status.Progress.Backlog;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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

  /** The greatest number that is visible now; 0 when there is no row. */
  public long greatestSeq() {
    return jdbc.sql("SELECT coalesce(max(seq), 0) FROM outbox.message").query(Long.class).single();
  }

  /** The next visible numbers after {@code after} and up to {@code bound}, ascending. */
  public List<Long> seqs(long after, long bound, int limit) {
    return jdbc.sql(
            """
            SELECT seq
            FROM outbox.message
            WHERE seq > :after AND seq <= :bound
            ORDER BY seq
            LIMIT :limit
            """)
        .param("after", after)
        .param("bound", bound)
        .param("limit", limit)
        .query(Long.class)
        .list();
  }

  /** The number before the first row that was staged at a time or later; empty when none was. */
  public Optional<Long> numberBefore(Instant staged) {
    return jdbc.sql("SELECT min(seq) - 1 FROM outbox.message WHERE staged_at >= :staged")
        .param("staged", staged.atOffset(ZoneOffset.UTC))
        .query((row, index) -> Optional.ofNullable(row.getObject(1, Long.class)))
        .single();
  }

  /** When the first day begins that is still there. */
  public Instant oldestDay() {
    return jdbc.sql(
            """
            SELECT min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp AT TIME ZONE 'UTC'
            FROM pg_inherits i
            JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = 'outbox.message'::regclass AND c.relname ~ '^message_p[0-9]{8}$'
            """)
        .query((row, index) -> row.getObject(1, OffsetDateTime.class).toInstant())
        .single();
  }

  /** Those of the given rows that are of a type and were staged in a time, ascending. */
  public List<TypedRow> ofTypes(
      List<Long> seqs, List<String> types, Instant from, @Nullable Instant to) {
    return jdbc.sql(
            """
            SELECT seq, octet_length(payload::text) + octet_length(envelope) AS bytes, type,
                   schema_version
            FROM outbox.message
            WHERE seq = ANY (:seqs) AND type = ANY (:types)
              AND staged_at >= :from AND (:to::timestamptz IS NULL OR staged_at < :to)
            ORDER BY seq
            """)
        .param("seqs", seqs.toArray(Long[]::new))
        .param("types", types.toArray(String[]::new))
        .param("from", from.atOffset(ZoneOffset.UTC))
        .param("to", to == null ? null : to.atOffset(ZoneOffset.UTC))
        .query(
            (row, index) ->
                new TypedRow(
                    new RowSize(row.getLong("seq"), row.getLong("bytes")),
                    row.getString("type"),
                    row.getInt("schema_version")))
        .list();
  }

  /** The sizes of the given rows, in bytes of text, by ascending number. */
  public List<RowSize> sizes(List<Long> seqs) {
    return jdbc.sql(
            """
            SELECT seq, octet_length(payload::text) + octet_length(envelope) AS bytes
            FROM outbox.message
            WHERE seq = ANY (:seqs)
            ORDER BY seq
            """)
        .param("seqs", seqs.toArray(Long[]::new))
        .query((row, index) -> new RowSize(row.getLong("seq"), row.getLong("bytes")))
        .list();
  }

  /** The sizes of the visible rows among the given numbers, by ascending number. */
  public List<RowSize> sizes(SeqSet seqs) {
    return jdbc.sql(
            """
            SELECT m.seq, octet_length(m.payload::text) + octet_length(m.envelope) AS bytes
            FROM unnest(:seqs::int8multirange) AS r (span)
            JOIN outbox.message m ON m.seq >= lower(r.span) AND m.seq < upper(r.span)
            ORDER BY m.seq
            """)
        .param("seqs", seqs.toString())
        .query((row, index) -> new RowSize(row.getLong("seq"), row.getLong("bytes")))
        .list();
  }

  /** How many messages those numbers are, and how old the first is. */
  public Backlog backlog(SeqSet uncovered) {
    if (uncovered.isEmpty()) {
      return new Backlog(0, 0);
    }
    long first = uncovered.lowest();
    double age =
        jdbc.sql(
                """
                SELECT coalesce(extract(epoch FROM clock_timestamp() - min(staged_at)), 0)
                FROM outbox.message WHERE seq = :first
                """)
            .param("first", first)
            .query(Double.class)
            .single();
    return new Backlog(uncovered.size(), Math.max(0, age));
  }

  /**
   * A transaction number above that of every transaction that runs now. Drawn, not read from a
   * snapshot, whose upper bound is only above those that have ended.
   */
  public long nextTransaction() {
    return jdbc.sql("SELECT pg_current_xact_id()::text::bigint").query(Long.class).single();
  }

  /** The smallest number of a transaction that still runs. */
  public long oldestTransaction() {
    return jdbc.sql("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
        .query(Long.class)
        .single();
  }

  /** The given rows, by ascending number. */
  public List<OutboxMessage> rows(List<Long> seqs) {
    return jdbc.sql(
            """
            SELECT seq, message_id, envelope, payload::text AS payload, staged_at
            FROM outbox.message
            WHERE seq = ANY (:seqs)
            ORDER BY seq
            """)
        .param("seqs", seqs.toArray(Long[]::new))
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

  /** Reads a row with the columns seq, message_id, envelope, payload as text, and staged_at. */
  public static OutboxMessage message(ResultSet row) throws SQLException {
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

  /** A row with what a subscription chooses by. */
  public record TypedRow(RowSize size, String type, int version) {}

  /** A row's number and how many bytes its text has. */
  public record RowSize(long seq, long bytes) {}
}
