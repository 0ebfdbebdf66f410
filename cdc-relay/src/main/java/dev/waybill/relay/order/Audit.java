package dev.waybill.relay.order;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Adds to {@code outbox.relay_action} and reads it; the relay's role may do no more. Joins the
 * caller's transaction, which is that of the effect.
 */
public final class Audit {

  private final JdbcClient jdbc;

  public Audit(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Records what was done, or denied.
   *
   * @param orderId which order it is about, if any
   * @param selection JSON of what it was about, if anything was selected
   */
  public void record(
      String relay,
      Mandate mandate,
      String action,
      @Nullable Long orderId,
      @Nullable String selection,
      String outcome) {
    jdbc.sql(
            """
            INSERT INTO outbox.relay_action (
              relay, actor, roles, source, action, reason, outcome, order_id, selection)
            VALUES (
              :relay, :actor, :roles, :source, :action, :reason, :outcome, :order,
              :selection::jsonb)
            """)
        .param("relay", relay)
        .param("actor", mandate.actor())
        .param("roles", mandate.roles())
        .param("source", mandate.source())
        .param("action", action)
        .param("reason", mandate.reason())
        .param("outcome", outcome)
        .param("order", orderId)
        .param("selection", selection)
        .update();
  }

  /** The newest actions, the newest first. */
  public List<Entry> newest(String relay, int limit) {
    return jdbc.sql(
            """
            SELECT action_id, taken_at, actor, roles, source, action, reason, outcome, order_id,
                   selection::text AS selection
            FROM outbox.relay_action
            WHERE relay = :relay
            ORDER BY action_id DESC
            LIMIT :limit
            """)
        .param("relay", relay)
        .param("limit", limit)
        .query(
            (row, index) ->
                new Entry(
                    row.getLong("action_id"),
                    row.getObject("taken_at", OffsetDateTime.class).toInstant(),
                    new Mandate(
                        row.getString("actor"),
                        row.getString("roles"),
                        row.getString("source"),
                        row.getString("reason")),
                    row.getString("action"),
                    row.getString("outcome"),
                    row.getObject("order_id", Long.class),
                    row.getString("selection")))
        .list();
  }

  /** One action. */
  public record Entry(
      long id,
      Instant at,
      Mandate mandate,
      String action,
      String outcome,
      @Nullable Long orderId,
      @Nullable String selection) {}
}
