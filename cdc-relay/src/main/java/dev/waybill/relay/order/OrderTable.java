package dev.waybill.relay.order;

import dev.waybill.relay.order.RelayOrder.Given;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Owns {@code outbox.relay_order}. Every move is guarded by the states that may come before it.
 * Joins the caller's transaction.
 */
public final class OrderTable {

  private static final String COLUMNS =
      """
      SELECT order_id, kind, handler, state, ordered_at, ordered_by, reason, since_batch,
             started_at, ended_at, outcome
      FROM outbox.relay_order
      """;

  private final JdbcClient jdbc;

  public OrderTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Adds an order; empty when one of its kind, and for its handler, is open. */
  public OptionalLong add(String relay, OrderKind kind, @Nullable String handler, Mandate mandate) {
    // ON CONFLICT: two operators may order the same at once, and one of them is first.
    Optional<Long> id =
        jdbc.sql(
                """
                INSERT INTO outbox.relay_order (
                  relay, kind, handler, ordered_by, reason, since_batch)
                VALUES (
                  :relay, :kind, :handler, :by, :reason,
                  coalesce((SELECT max(batch) FROM outbox.dispatch_batch WHERE relay = :relay), 0))
                ON CONFLICT (relay, kind, handler) WHERE ended_at IS NULL DO NOTHING
                RETURNING order_id
                """)
            .param("relay", relay)
            .param("kind", kind.wireName())
            .param("handler", handler)
            .param("by", mandate.actor())
            .param("reason", mandate.reason())
            .query(Long.class)
            .optional();
    return id.map(OptionalLong::of).orElseGet(OptionalLong::empty);
  }

  /** The orders that have not ended, the oldest first. */
  public List<RelayOrder> open(String relay) {
    return jdbc.sql(COLUMNS + "WHERE relay = :relay AND ended_at IS NULL ORDER BY order_id")
        .param("relay", relay)
        .query((row, index) -> order(row))
        .list();
  }

  /** The newest orders, the newest first. */
  public List<RelayOrder> newest(String relay, int limit) {
    return jdbc.sql(COLUMNS + "WHERE relay = :relay ORDER BY order_id DESC LIMIT :limit")
        .param("relay", relay)
        .param("limit", limit)
        .query((row, index) -> order(row))
        .list();
  }

  public Optional<RelayOrder> find(String relay, long id) {
    return jdbc.sql(COLUMNS + "WHERE relay = :relay AND order_id = :id")
        .param("relay", relay)
        .param("id", id)
        .query((row, index) -> order(row))
        .optional();
  }

  /**
   * Moves an order on.
   *
   * @param outcome for people; null leaves what is there
   * @return false when it was not in a state that may come before; nothing changed then
   */
  public boolean move(long id, OrderState next, @Nullable String outcome) {
    String[] before = next.before().stream().map(OrderState::wireName).toArray(String[]::new);
    return jdbc.sql(
                """
                UPDATE outbox.relay_order
                SET state = :next,
                    started_at =
                      CASE WHEN :next = 'running' THEN clock_timestamp() ELSE started_at END,
                    ended_at = CASE WHEN :ended THEN clock_timestamp() END,
                    outcome = coalesce(:outcome::text, outcome)
                WHERE order_id = :id AND state = ANY (:before)
                """)
            .param("next", next.wireName())
            .param("ended", next.ended())
            .param("outcome", outcome)
            .param("id", id)
            .param("before", before)
            .update()
        == 1;
  }

  /** Tells people something about an open order. */
  void note(long id, String outcome) {
    jdbc.sql(
            """
            UPDATE outbox.relay_order SET outcome = :outcome
            WHERE order_id = :id AND ended_at IS NULL
            """)
        .param("outcome", outcome)
        .param("id", id)
        .update();
  }

  private static RelayOrder order(ResultSet row) throws SQLException {
    return new RelayOrder(
        row.getLong("order_id"),
        OrderKind.ofWireName(row.getString("kind")),
        row.getString("handler"),
        OrderState.ofWireName(row.getString("state")),
        new Given(
            row.getObject("ordered_at", OffsetDateTime.class).toInstant(),
            row.getString("ordered_by"),
            row.getString("reason")),
        row.getLong("since_batch"),
        instant(row, "started_at"),
        instant(row, "ended_at"),
        row.getString("outcome"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
