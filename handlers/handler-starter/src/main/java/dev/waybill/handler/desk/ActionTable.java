package dev.waybill.handler.desk;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Adds to {@code inbox.action} and reads it; the service's role may do no more. Joins the caller's
 * transaction, which is that of the effect. Thread-safe.
 */
public final class ActionTable {

  private static final String ADD =
      """
      INSERT INTO inbox.action (
        actor, roles, action, handler, selection, reason, failure, outcome)
      VALUES (:actor, :roles, :action, :handler, :selection, :reason, :failure, :outcome)
      """;

  private static final String NEWEST =
      """
      SELECT action_id, at, actor, roles, action, handler, selection, reason, failure, outcome
      FROM inbox.action
      ORDER BY action_id DESC
      LIMIT ?
      """;

  private final JdbcClient jdbc;

  public ActionTable(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /**
   * What was done, or denied.
   *
   * @param handler to which handler; null when no single one was named
   * @param selection what of it, in words that can be searched for
   * @param failure the failure that it answers, as it was then
   */
  public record Action(
      String name,
      @Nullable String handler,
      String selection,
      @Nullable String failure,
      String outcome) {}

  /** One entry. */
  public record Entry(long id, Instant at, Mandate mandate, Action action) {}

  /** Adds an entry. */
  public void add(Mandate mandate, Action action) {
    jdbc.sql(ADD)
        .param("actor", mandate.actor())
        .param("roles", mandate.roles())
        .param("action", action.name())
        .param("handler", action.handler())
        .param("selection", action.selection())
        .param("reason", mandate.reason())
        .param("failure", action.failure())
        .param("outcome", action.outcome())
        .update();
  }

  /** The newest entries, the newest first. */
  public List<Entry> newest(int limit) {
    return jdbc.sql(NEWEST)
        .param(limit)
        .query(
            (row, index) ->
                new Entry(
                    row.getLong("action_id"),
                    row.getObject("at", OffsetDateTime.class).toInstant(),
                    new Mandate(
                        row.getString("actor"), row.getString("roles"), row.getString("reason")),
                    new Action(
                        row.getString("action"),
                        row.getString("handler"),
                        row.getString("selection"),
                        row.getString("failure"),
                        row.getString("outcome"))))
        .list();
  }
}
