package dev.waybill.handler.lookup;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.state.DeliveryState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Looks deliveries up by their message. Joins the caller's transaction, if any. Thread-safe. */
public final class DeliveryBook {

  /** Deliveries {@code d} with what belongs to each; what follows says which. */
  static final String STANDING =
      """
      SELECT
        d.handler, d.message_id, d.arrival, d.type, d.schema_version, d.tenant_id, d.ordering_key,
        d.topic, d.partition, d.record_offset, d.state, d.attempt, d.next_attempt_at,
        d.lease_owner, d.lease_expires_at, d.fencing_value, d.error_code, d.last_error,
        d.first_failed_at, d.last_failed_at, d.completed_at, d.ended_at, d.death,
        EXISTS (
          SELECT FROM inbox.kept_record AS k
          WHERE k.handler = d.handler AND k.message_id = d.message_id) AS kept,
        l.death AS number, l.resolution, l.resolved_at, l.resolved_by, l.resolution_reason,
        l.sent_partition, l.sent_offset, l.sent_at,
        r.replay_id, r.outcome, r.noted_at
      FROM inbox.delivery AS d
      LEFT JOIN inbox.dead_letter AS l
        ON l.handler = d.handler AND l.message_id = d.message_id AND l.death = d.death
      LEFT JOIN LATERAL (
        SELECT replay_id, outcome, noted_at FROM inbox.replay
        WHERE handler = d.handler AND message_id = d.message_id
        ORDER BY noted_at DESC LIMIT 1) AS r ON true
      """;

  private static final String FIND =
      STANDING
          + """
          WHERE d.handler = ANY (string_to_array(:handlers, ','))
            AND d.message_id = :message
            AND (:tenant::text IS NULL OR d.tenant_id = :tenant)
          ORDER BY d.handler
          """;

  /** Of a delivery alone: an outer join cannot be locked as a whole. */
  private static final String LOCK =
      "SELECT true FROM inbox.delivery WHERE handler = ? AND message_id = ? FOR UPDATE";

  private final JdbcClient jdbc;

  public DeliveryBook(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /**
   * What has become of a message for each of some handlers that know it.
   *
   * @param tenant whose message it has to be; null for anybody's
   */
  public List<Standing> find(UUID messageId, List<HandlerId> handlers, @Nullable String tenant) {
    return jdbc.sql(FIND)
        .param("handlers", String.join(",", handlers.stream().map(HandlerId::value).toList()))
        .param("message", messageId)
        .param("tenant", tenant)
        .query((row, index) -> standing(row))
        .list();
  }

  /**
   * As {@link #find}, and nobody changes it until the caller's transaction ends. Locked first and
   * read then, so that what is read is as new as the lock.
   */
  public Optional<Standing> lock(HandlerId handler, UUID messageId) {
    return jdbc.sql(LOCK)
        .params(handler.value(), messageId)
        .query(Boolean.class)
        .optional()
        .flatMap(locked -> find(messageId, List.of(handler), null).stream().findFirst());
  }

  static Standing standing(ResultSet row) throws SQLException {
    return new Standing(
        new HandlerId(row.getString("handler")),
        row.getObject("message_id", UUID.class),
        new Standing.Subject(
            row.getString("type"),
            row.getInt("schema_version"),
            row.getString("tenant_id"),
            row.getString("ordering_key")),
        new RecordPosition(
            row.getString("topic"), row.getInt("partition"), row.getLong("record_offset")),
        state(row).read(),
        row.getInt("attempt"),
        failed(row),
        row.getInt("death"),
        row.getBoolean("kept"),
        row.getObject("number") == null ? null : death(row),
        row.getString("replay_id") == null ? null : replay(row));
  }

  private static StateRow state(ResultSet row) throws SQLException {
    String owner = row.getString("lease_owner");
    return new StateRow(
        row.getString("state"),
        row.getInt("attempt"),
        instant(row, "next_attempt_at"),
        row.getString("error_code"),
        row.getString("last_error"),
        time(row, "completed_at"),
        time(row, "ended_at"),
        owner == null
            ? null
            : new DeliveryState.Lease(
                owner, instant(row, "lease_expires_at"), row.getLong("fencing_value")));
  }

  private static Standing.@Nullable Failed failed(ResultSet row) throws SQLException {
    String code = row.getString("error_code");
    return code == null
        ? null
        : new Standing.Failed(
            new DeliveryState.Cause(
                code, Objects.requireNonNullElse(row.getString("last_error"), code)),
            time(row, "first_failed_at"),
            time(row, "last_failed_at"));
  }

  private static Standing.LastDeath death(ResultSet row) throws SQLException {
    Instant resolvedAt = time(row, "resolved_at");
    Instant sentAt = time(row, "sent_at");
    return new Standing.LastDeath(
        row.getInt("number"),
        row.getString("resolution"),
        resolvedAt == null
            ? null
            : new Standing.Resolved(
                resolvedAt, row.getString("resolved_by"), row.getString("resolution_reason")),
        sentAt == null
            ? null
            : new Standing.Sent(row.getInt("sent_partition"), row.getLong("sent_offset"), sentAt));
  }

  private static Standing.LastReplay replay(ResultSet row) throws SQLException {
    return new Standing.LastReplay(
        row.getString("replay_id"), row.getString("outcome"), instant(row, "noted_at"));
  }

  static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
