package dev.waybill.handler.lookup;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.inbox.InboxLook;
import dev.waybill.handler.inbox.InboxLooks;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads where handlers stand: what is not finished, and never what is. Thread-safe. */
public final class HandlerBook {

  private static final String STANDING =
      """
      SELECT
        p.paused_at, p.paused_by, p.reason,
        (SELECT min(d.next_attempt_at) FROM inbox.delivery AS d
         WHERE d.handler = :handler AND d.state IN ('pending', 'retry_scheduled')
           AND (:tenant::text IS NULL OR d.tenant_id = :tenant)
           AND d.next_attempt_at <= clock_timestamp()) AS oldest_due_at
      FROM (SELECT 1) AS one LEFT JOIN inbox.pause AS p ON p.handler = :handler
      """;

  private static final String INSTANCES =
      """
      SELECT instance, heartbeat_at, last_event_at, last_success_at, last_failure_at,
             processing_lag_ms, reads,
             heartbeat_at > clock_timestamp() - interval '3 minutes' AS live
      FROM inbox.health
      WHERE handler = ?
      ORDER BY instance
      """;

  private static final String CARRIED =
      """
      SELECT
        (SELECT count(*) FROM inbox.delivery AS d
         WHERE d.handler = :handler AND d.type = :type AND d.schema_version = :version
           AND d.state IN ('pending', 'waiting', 'processing', 'retry_scheduled')) AS deliveries,
        (SELECT count(*) FROM inbox.dead_letter AS o
         WHERE o.handler = :handler AND o.type = :type AND o.schema_version = :version
           AND o.resolution = 'open') AS dead_letters
      """;

  private final JdbcClient jdbc;
  private final InboxLooks looks;
  private final Duration memory;

  /**
   * @param memory how long the inbox knows a message after its end
   */
  public HandlerBook(DataSource dataSource, Duration memory) {
    this.memory = memory;
    this.jdbc = JdbcClient.create(dataSource);
    this.looks = new InboxLooks(dataSource);
  }

  /**
   * Where a handler stands.
   *
   * @param tenant whose deliveries are counted; null for everybody's
   */
  public HandlerStanding read(HandlerId handler, @Nullable String tenant) {
    InboxLook look = looks.look(handler, tenant);
    List<HandlerStanding.Instance> instances =
        jdbc.sql(INSTANCES).param(handler.value()).query((row, index) -> instance(row)).list();
    return jdbc.sql(STANDING)
        .param("handler", handler.value())
        .param("tenant", tenant)
        .query(
            (row, index) ->
                new HandlerStanding(
                    handler,
                    tenant,
                    paused(row),
                    look,
                    DeliveryBook.time(row, "oldest_due_at"),
                    memory,
                    instances))
        .single();
  }

  /** How much of a type and version is not at its end for a handler. */
  public Carried carried(HandlerId handler, MessageType type) {
    return jdbc.sql(CARRIED)
        .param("handler", handler.value())
        .param("type", type.name())
        .param("version", type.version())
        .query((row, index) -> new Carried(row.getLong("deliveries"), row.getLong("dead_letters")))
        .single();
  }

  /**
   * What still needs a reader.
   *
   * @param deliveries taken in and not at their end
   * @param deadLetters open ones
   */
  public record Carried(long deliveries, long deadLetters) {}

  private static HandlerStanding.@Nullable Paused paused(ResultSet row) throws SQLException {
    Instant at = DeliveryBook.time(row, "paused_at");
    return at == null
        ? null
        : new HandlerStanding.Paused(at, row.getString("paused_by"), row.getString("reason"));
  }

  private static HandlerStanding.Instance instance(ResultSet row) throws SQLException {
    Array reads = row.getArray("reads");
    return new HandlerStanding.Instance(
        row.getString("instance"),
        DeliveryBook.instant(row, "heartbeat_at"),
        row.getBoolean("live"),
        DeliveryBook.time(row, "last_event_at"),
        DeliveryBook.time(row, "last_success_at"),
        DeliveryBook.time(row, "last_failure_at"),
        row.getLong("processing_lag_ms"),
        reads == null ? null : List.of((String[]) reads.getArray()));
  }
}
