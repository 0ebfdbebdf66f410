package dev.waybill.cli.relay;

import dev.waybill.cli.connect.Reader;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;

/** Reads what one relay does beside its stream: lanes, parked messages, orders, actions. */
final class WorkTables {

  private static final int MOST_ACTIONS = 5;

  private final Reader reader;
  private final String relay;

  WorkTables(Reader reader, String relay) {
    this.reader = reader;
    this.relay = relay;
  }

  /** Handlers that wait, by name. */
  List<Lane> lanes() throws SQLException {
    return reader.list(
        """
        SELECT l.handler, l.blocked_since, l.reason, (
          SELECT count(*) FROM outbox.dispatch_batch b
          WHERE l.behind AND b.relay = l.relay AND b.left_out <> '{}' AND b.batch > l.good_through
            AND l.handler = ANY (b.left_out)) AS batches
        FROM outbox.relay_lane l
        WHERE l.relay = ? AND (l.blocked_since IS NOT NULL OR l.behind)
        ORDER BY l.handler
        """,
        row ->
            new Lane(
                row.getString("handler"),
                RelayTables.instant(row, "blocked_since"),
                row.getString("reason"),
                row.getLong("batches")),
        relay);
  }

  /** What is parked and unfinished, in groups. */
  List<ParkedGroup> parked() throws SQLException {
    return reader.list(
        """
        SELECT handler, state, error_code, count(*) AS messages, min(parked_at) AS oldest,
               extract(epoch FROM clock_timestamp() - min(parked_at))::float8 AS age
        FROM outbox.parked_delivery
        WHERE relay = ? AND state IN ('pending', 'waiting', 'processing', 'dead-letter')
        GROUP BY handler, state, error_code
        ORDER BY handler, state, error_code
        """,
        row ->
            new ParkedGroup(
                row.getString("handler"),
                row.getString("state"),
                row.getString("error_code"),
                row.getLong("messages"),
                row.getObject("oldest", OffsetDateTime.class).toInstant(),
                row.getDouble("age")),
        relay);
  }

  /** Orders that have not ended, the oldest first; none where an older relay made the tables. */
  List<OpenOrder> orders() throws SQLException {
    if (!reader.hasTable("relay_order")) {
      return List.of();
    }
    return reader.list(
        """
        SELECT order_id, kind, handler, state, ordered_at, ordered_by, reason, outcome
        FROM outbox.relay_order
        WHERE relay = ? AND ended_at IS NULL
        ORDER BY order_id
        """,
        row ->
            new OpenOrder(
                row.getLong("order_id"),
                row.getString("kind"),
                row.getString("handler"),
                row.getString("state"),
                row.getObject("ordered_at", OffsetDateTime.class).toInstant(),
                row.getString("ordered_by"),
                row.getString("reason"),
                row.getString("outcome")),
        relay);
  }

  /** The last actions, the newest first. */
  List<RelayAction> actions() throws SQLException {
    return reader.list(
        """
        SELECT action_id, taken_at, actor, source, action, outcome, reason
        FROM outbox.relay_action
        WHERE relay = ?
        ORDER BY action_id DESC
        LIMIT ?
        """,
        row ->
            new RelayAction(
                row.getLong("action_id"),
                row.getObject("taken_at", OffsetDateTime.class).toInstant(),
                row.getString("actor"),
                row.getString("source"),
                row.getString("action"),
                row.getString("outcome"),
                row.getString("reason")),
        relay,
        MOST_ACTIONS);
  }
}
