package dev.waybill.relay.watch;

import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.relay.outbox.RevisionTable;
import dev.waybill.relay.status.Progress.Backlog;
import dev.waybill.relay.watch.OutboxLook.HandlerLook;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads how much waits. What the relay has proved to be complete is not looked at again, so that a
 * look costs some milliseconds while the relay keeps up, and about a second for ten million
 * messages that wait.
 */
public final class OutboxReader {

  private static final HandlerLook NOTHING = new HandlerLook(false, false, 0, 0, 0);

  private final JdbcClient jdbc;
  private final RevisionTable revisions;
  private final String relay;

  public OutboxReader(JdbcClient jdbc, String relay) {
    this.jdbc = jdbc;
    this.revisions = new RevisionTable(jdbc);
    this.relay = relay;
  }

  /**
   * Looks once.
   *
   * @throws org.springframework.dao.DataAccessException when the server does not answer in time, or
   *     the tables are not there
   */
  public OutboxLook look() {
    Backlog backlog = backlog();
    return new OutboxLook(backlog.messages(), backlog.ageSeconds(), handlers(), daysAhead());
  }

  private Backlog backlog() {
    return jdbc.sql(
            """
            WITH proved AS (
              SELECT coalesce(max(verified_seq), 0) AS seq
              FROM outbox.relay_installation WHERE relay = :relay),
            covered AS (
              SELECT coalesce(range_agg(b.seqs), '{}'::int8multirange)
                       * int8multirange(int8range((SELECT seq FROM proved) + 1, NULL)) AS seqs
              FROM outbox.dispatch_batch b
              WHERE b.relay = :relay AND b.scope = 'all'
                AND b.seqs && int8range((SELECT seq FROM proved) + 1, NULL)),
            counted AS (
              SELECT greatest(0,
                (SELECT count(*) FROM outbox.message WHERE seq > (SELECT seq FROM proved))
                - (SELECT coalesce(sum(upper(r) - lower(r)), 0)
                   FROM covered, unnest(covered.seqs) AS r)) AS pending)
            SELECT pending,
                   CASE WHEN pending > 0 THEN (
                     SELECT extract(epoch FROM clock_timestamp() - m.staged_at)::float8
                     FROM (
                       SELECT unnest(
                         int8multirange(int8range((SELECT seq FROM proved) + 1, NULL)) - seqs)
                         AS span
                       FROM covered) AS gap
                     CROSS JOIN LATERAL (
                       SELECT staged_at FROM outbox.message
                       WHERE seq >= lower(gap.span)
                         AND seq < coalesce(upper(gap.span), 9223372036854775807)
                       ORDER BY seq
                       LIMIT 1) AS m
                     LIMIT 1) END AS age
            FROM counted
            """)
        .param("relay", relay)
        .query(
            (row, index) -> new Backlog(row.getLong("pending"), Math.max(0, row.getDouble("age"))))
        .single();
  }

  private Map<String, HandlerLook> handlers() {
    Map<String, HandlerLook> handlers = new TreeMap<>();
    revisions
        .newerThan(0)
        .map(SubscriptionRevision::subscriptions)
        .ifPresent(all -> all.forEach(each -> handlers.put(each.handler().value(), NOTHING)));
    jdbc.sql(
            """
            SELECT coalesce(lane.handler, parked.handler) AS handler,
                   coalesce(lane.blocked, false) AS blocked, coalesce(lane.behind, false) AS behind,
                   coalesce(parked.retrying, 0) AS retrying, coalesce(parked.dead, 0) AS dead,
                   coalesce(parked.keys, 0) AS keys
            FROM (
              SELECT handler, blocked_since IS NOT NULL AS blocked, behind
              FROM outbox.relay_lane
              WHERE relay = :relay) AS lane
            FULL JOIN (
              SELECT handler, count(DISTINCT hold_key) AS keys,
                     count(*) FILTER (WHERE state <> 'dead-letter') AS retrying,
                     count(*) FILTER (WHERE state = 'dead-letter') AS dead
              FROM outbox.parked_delivery
              WHERE relay = :relay
                AND state IN ('pending', 'waiting', 'processing', 'dead-letter')
              GROUP BY handler) AS parked USING (handler)
            """)
        .param("relay", relay)
        .query(
            row -> {
              handlers.put(row.getString("handler"), handler(row));
            });
    return handlers;
  }

  private static HandlerLook handler(ResultSet row) throws SQLException {
    return new HandlerLook(
        row.getBoolean("blocked"),
        row.getBoolean("behind"),
        row.getLong("retrying"),
        row.getLong("dead"),
        row.getLong("keys"));
  }

  private int daysAhead() {
    return jdbc.sql(
            """
            SELECT greatest(0, coalesce(min(ahead), 1) - 1)::int
            FROM generate_series(0, 400) AS ahead
            WHERE NOT EXISTS (
              SELECT FROM pg_inherits i
              JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = 'outbox.message'::regclass
                AND c.relname = 'message_p' || to_char(
                  (clock_timestamp() AT TIME ZONE 'UTC')::date + ahead, 'YYYYMMDD'))
            """)
        .query(Integer.class)
        .single();
  }
}
