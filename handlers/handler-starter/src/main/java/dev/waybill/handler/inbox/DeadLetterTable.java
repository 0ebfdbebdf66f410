package dev.waybill.handler.inbox;

import dev.waybill.contract.subscription.HandlerId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The one owner of {@code inbox.dead_letter}, but for its sending, which a queue does. Thread-safe.
 */
public final class DeadLetterTable {

  private static final String ADD =
      """
      INSERT INTO inbox.dead_letter (
        handler, message_id, death, type, schema_version, tenant_id, ordering_key, attempts,
        error_code, error_message, first_failed_at, last_failed_at, topic, partition,
        record_offset)
      SELECT
        d.handler, d.message_id, d.death, d.type, d.schema_version, d.tenant_id, d.ordering_key,
        d.attempt, d.error_code, d.last_error, d.first_failed_at, d.last_failed_at, d.topic,
        d.partition, d.record_offset
      FROM inbox.delivery AS d
      WHERE d.handler = ? AND d.message_id = ? AND d.state = 'dead_letter'
      """;

  private static final String RESOLVE =
      """
      UPDATE inbox.dead_letter
      SET resolution = ?, resolved_at = clock_timestamp(), resolved_by = ?, resolution_reason = ?
      WHERE handler = ? AND message_id = ? AND resolution = 'open'
      """;

  private static final String FIND =
      """
      SELECT handler, message_id, death, attempts, error_code, error_message, first_failed_at,
             last_failed_at, topic, partition, record_offset
      FROM inbox.dead_letter
      WHERE handler = ? AND message_id = ? AND death = ?
      """;

  private static final String SENT =
      """
      UPDATE inbox.dead_letter
      SET sent_partition = ?, sent_offset = ?, sent_at = clock_timestamp()
      WHERE handler = ? AND message_id = ? AND death = ?
      """;

  private final JdbcClient jdbc;

  public DeadLetterTable(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /**
   * A death.
   *
   * @param death its number, from 1
   * @param attempts how many runs there were before it
   * @param topic with partition and offset: where the copy was that was taken in first
   */
  public record Death(
      UUID messageId,
      int death,
      int attempts,
      String errorCode,
      String errorMessage,
      Instant firstFailedAt,
      Instant lastFailedAt,
      String topic,
      int partition,
      long offset) {}

  /** Adds a row for a delivery that has just become a dead letter, in the same transaction. */
  public void add(HandlerId handler, UUID messageId) {
    if (jdbc.sql(ADD).params(handler.value(), messageId).update() != 1) {
      throw new IllegalStateException(messageId + " is no dead letter of " + handler);
    }
  }

  /** Closes the open dead letter of a message, if there is one. */
  public void resolve(
      HandlerId handler, UUID messageId, String resolution, String by, String reason) {
    jdbc.sql(RESOLVE).params(resolution, by, reason, handler.value(), messageId).update();
  }

  /** One death. */
  public Optional<Death> find(HandlerId handler, UUID messageId, int death) {
    return jdbc.sql(FIND)
        .params(handler.value(), messageId, death)
        .query(
            (row, index) ->
                new Death(
                    row.getObject("message_id", UUID.class),
                    row.getInt("death"),
                    row.getInt("attempts"),
                    row.getString("error_code"),
                    row.getString("error_message"),
                    row.getObject("first_failed_at", OffsetDateTime.class).toInstant(),
                    row.getObject("last_failed_at", OffsetDateTime.class).toInstant(),
                    row.getString("topic"),
                    row.getInt("partition"),
                    row.getLong("record_offset")))
        .optional();
  }

  /** Notes where the dead-letter topic has it. */
  public void sent(HandlerId handler, UUID messageId, int death, int partition, long offset) {
    jdbc.sql(SENT).params(partition, offset, handler.value(), messageId, death).update();
  }
}
