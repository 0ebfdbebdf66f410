package dev.waybill.handler.inbox;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.record.HeaderJson;
import dev.waybill.handler.record.RawRecord;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/**
 * The one owner of {@code inbox.kept_record}: the bytes of deliveries that are not at their end.
 * Thread-safe.
 */
public final class KeptRecordTable {

  /** A replay brings the bytes again; they are the same. */
  private static final String KEEP =
      """
      INSERT INTO inbox.kept_record (handler, message_id, record_key, record_value, headers)
      SELECT ?, r.message_id, r.record_key, r.record_value, r.headers
      FROM unnest(?::uuid[], ?::bytea[], ?::bytea[], ?::text[])
        AS r (message_id, record_key, record_value, headers)
      ON CONFLICT (handler, message_id) DO UPDATE
      SET record_key = excluded.record_key, record_value = excluded.record_value,
          headers = excluded.headers
      """;

  private static final String FIND =
      """
      SELECT k.record_key, k.record_value, k.headers, d.topic, d.partition, d.record_offset
      FROM inbox.kept_record AS k
      JOIN inbox.delivery AS d ON d.handler = k.handler AND d.message_id = k.message_id
      WHERE k.handler = ? AND k.message_id = ?
      """;

  /**
   * Locked by itself first: were the question part of the statement that deletes, a replay that
   * commits while it waits for the record would go unseen, and its bytes would be gone.
   */
  private static final String IS_DEAD =
      """
      SELECT state = 'dead_letter' AND death = ? FROM inbox.delivery
      WHERE handler = ? AND message_id = ? FOR UPDATE
      """;

  private static final String FORGET =
      "DELETE FROM inbox.kept_record WHERE handler = ? AND message_id = ?";

  private final JdbcClient jdbc;

  public KeptRecordTable(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /** Keeps the records of works whose deliveries are there. */
  public void keep(HandlerId handler, List<Work> works) {
    if (works.isEmpty()) {
      return;
    }
    jdbc.sql(KEEP)
        .param(handler.value())
        .param(ids(works))
        .param(bytes(works, RawRecord::key))
        .param(bytes(works, RawRecord::value))
        .param(headers(works))
        .update();
  }

  /** Keeps, or replaces, the record of one delivery that is there. */
  public void keep(HandlerId handler, UUID messageId, RawRecord record) {
    jdbc.sql(KEEP)
        .param(handler.value())
        .param(new SqlArrayValue("uuid", messageId))
        .param(new SqlArrayValue("bytea", (Object[]) new byte[][] {record.key()}))
        .param(new SqlArrayValue("bytea", (Object[]) new byte[][] {record.value()}))
        .param(new SqlArrayValue("text", HeaderJson.write(record.headers())))
        .update();
  }

  /**
   * A record that was kept.
   *
   * @param position where the copy was that was taken in first
   */
  public record Kept(RawRecord record, RecordPosition position) {}

  /** The record of a delivery, as it came. */
  public Optional<Kept> find(HandlerId handler, UUID messageId) {
    return jdbc.sql(FIND)
        .params(handler.value(), messageId)
        .query(
            (row, index) ->
                new Kept(
                    new RawRecord(
                        row.getBytes("record_key"),
                        row.getBytes("record_value"),
                        HeaderJson.read(row.getString("headers"))),
                    new RecordPosition(
                        row.getString("topic"),
                        row.getInt("partition"),
                        row.getLong("record_offset"))))
        .optional();
  }

  /**
   * Whether a delivery is dead, and this is its latest death; it stays so until the caller's
   * transaction ends.
   */
  public boolean isDead(HandlerId handler, UUID messageId, int death) {
    return jdbc.sql(IS_DEAD)
        .params(death, handler.value(), messageId)
        .query(Boolean.class)
        .optional()
        .orElse(false);
  }

  /** Forgets the record of a delivery that {@link #isDead} and whose topic has it. */
  public void forget(HandlerId handler, UUID messageId) {
    jdbc.sql(FORGET).params(handler.value(), messageId).update();
  }

  private static SqlArrayValue ids(List<Work> works) {
    return new SqlArrayValue(
        "uuid", works.stream().map(work -> work.message().id().value()).toArray());
  }

  /** The driver takes bytes only as an array of their own type. */
  private static SqlArrayValue bytes(
      List<Work> works, Function<RawRecord, byte @Nullable []> part) {
    return new SqlArrayValue(
        "bytea",
        (Object[]) works.stream().map(work -> part.apply(work.record())).toArray(byte[][]::new));
  }

  private static SqlArrayValue headers(List<Work> works) {
    return new SqlArrayValue(
        "text", works.stream().map(work -> HeaderJson.write(work.record().headers())).toArray());
  }
}
