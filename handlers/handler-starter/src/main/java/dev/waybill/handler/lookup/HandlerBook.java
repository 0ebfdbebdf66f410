package dev.waybill.handler.lookup;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.inbox.Inbox;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads where handlers stand. What is completed is not counted, which would read the whole inbox;
 * all else are entries of partial indexes. Thread-safe.
 */
public final class HandlerBook {

  private static final List<String> STATES =
      List.of("pending", "waiting", "processing", "retry_scheduled", "dead_letter");

  private static final String COUNTS =
      """
      SELECT state, count(*) AS deliveries FROM inbox.delivery
      WHERE handler = ?
        AND state IN ('pending', 'waiting', 'processing', 'retry_scheduled', 'dead_letter')
      GROUP BY state
      """;

  private static final String STANDING =
      """
      SELECT
        p.paused_at, p.paused_by, p.reason,
        (SELECT min(d.next_attempt_at) FROM inbox.delivery AS d
         WHERE d.handler = :handler AND d.state IN ('pending', 'retry_scheduled', 'processing')
           AND d.state <> 'processing' AND d.next_attempt_at <= clock_timestamp()) AS oldest_due_at,
        (SELECT count(DISTINCT d.ordering_key) FROM inbox.delivery AS d
         WHERE :holds AND d.handler = :handler AND d.state = 'dead_letter') AS held_keys,
        (SELECT count(*) FROM inbox.dead_letter AS l
         WHERE l.handler = :handler AND l.resolution = 'open') AS open,
        (SELECT count(*) FROM inbox.dead_letter AS l
         WHERE l.handler = :handler AND l.state IN ('unsent', 'sending')) AS unsent
      FROM (SELECT 1) AS one LEFT JOIN inbox.pause AS p ON p.handler = :handler
      """;

  private static final String INSTANCES =
      """
      SELECT instance, heartbeat_at, last_event_at, last_success_at, last_failure_at,
             processing_lag_ms
      FROM inbox.health
      WHERE handler = ?
      ORDER BY instance
      """;

  private final JdbcClient jdbc;

  public HandlerBook(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /** Where a handler stands. */
  public HandlerStanding read(Inbox inbox) {
    String handler = inbox.handler().value();
    Map<String, Long> counts = new TreeMap<>();
    STATES.forEach(state -> counts.put(state, 0L));
    jdbc.sql(COUNTS)
        .param(handler)
        .query((row, index) -> counts.put(row.getString(1), row.getLong(2)))
        .list();
    List<HandlerStanding.Instance> instances =
        jdbc.sql(INSTANCES).param(handler).query((row, index) -> instance(row)).list();
    return jdbc.sql(STANDING)
        .param("handler", handler)
        .param("holds", inbox.ordered() && inbox.holds())
        .query((row, index) -> standing(inbox.handler(), row, counts, instances))
        .single();
  }

  private static HandlerStanding standing(
      HandlerId handler,
      ResultSet row,
      Map<String, Long> counts,
      List<HandlerStanding.Instance> instances)
      throws SQLException {
    @Nullable Instant pausedAt = DeliveryBook.time(row, "paused_at");
    return new HandlerStanding(
        handler,
        pausedAt,
        row.getString("paused_by"),
        row.getString("reason"),
        counts,
        DeliveryBook.time(row, "oldest_due_at"),
        row.getLong("held_keys"),
        new HandlerStanding.DeadLetters(row.getLong("open"), row.getLong("unsent")),
        instances);
  }

  private static HandlerStanding.Instance instance(ResultSet row) throws SQLException {
    return new HandlerStanding.Instance(
        row.getString("instance"),
        DeliveryBook.instant(row, "heartbeat_at"),
        DeliveryBook.time(row, "last_event_at"),
        DeliveryBook.time(row, "last_success_at"),
        DeliveryBook.time(row, "last_failure_at"),
        row.getLong("processing_lag_ms"));
  }
}
