package dev.waybill.timeline.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Repository;

/** The one owner of the tables in schema {@code timeline}. */
@Repository
public class HistoryTable {

  /**
   * Applied again it would show in the counter, and change nothing that people read. What comes
   * late of an activity that is deleted is not taken in.
   */
  private static final String RECORD =
      """
      INSERT INTO timeline.change AS c (
        tenant_id, activity_id, version, kind, changed_at, changed_by, type, title, assignee, due_at,
        note, message_id, applied)
      SELECT :tenant, :activity, :version, :kind, :at, :by, :type, :title, :assignee,
             CAST(:dueAt AS timestamptz), :note, :message, 1
      WHERE NOT EXISTS (
        SELECT FROM timeline.activity
        WHERE tenant_id = :tenant AND activity_id = :activity AND status = 'deleted')
      ON CONFLICT (tenant_id, activity_id, version) DO UPDATE SET applied = c.applied + 1
      """;

  /**
   * Of each column what the newest of the changes says that says something of it: few tell of the
   * status, some tell no date, and a date is moved and never taken away. Comes out the same in
   * whatever order changes are seen. The price is the reading of that one activity's changes, by
   * their key.
   */
  private static final String STAND =
      """
      INSERT INTO timeline.activity (
        tenant_id, activity_id, version, status, type, title, assignee, due_at, changed_at)
      SELECT tenant_id, activity_id, max(version),
             coalesce(
               (array_agg(replace(kind, 'created', 'open') ORDER BY version DESC)
                 FILTER (WHERE kind IN ('created', 'started', 'completed', 'cancelled')))[1],
               'open'),
             (array_agg(type ORDER BY version DESC))[1],
             (array_agg(title ORDER BY version DESC))[1],
             (array_agg(assignee ORDER BY version DESC))[1],
             (array_agg(due_at ORDER BY version DESC) FILTER (WHERE due_at IS NOT NULL))[1],
             (array_agg(changed_at ORDER BY version DESC))[1]
      FROM timeline.change
      WHERE tenant_id = :tenant AND activity_id = :activity
      GROUP BY tenant_id, activity_id
      ON CONFLICT (tenant_id, activity_id) DO UPDATE
      SET version = excluded.version, status = excluded.status, type = excluded.type,
          title = excluded.title, assignee = excluded.assignee, due_at = excluded.due_at,
          changed_at = excluded.changed_at
      """;

  private static final String FORGET =
      "DELETE FROM timeline.change WHERE tenant_id = :tenant AND activity_id = :activity";

  /** What is left says that it is deleted, for those that ask and for changes that come late. */
  private static final String BURY =
      """
      INSERT INTO timeline.activity (
        tenant_id, activity_id, version, status, type, title, assignee, due_at, changed_at)
      VALUES (:tenant, :activity, :version, 'deleted', '', '', NULL, NULL, :at)
      ON CONFLICT (tenant_id, activity_id) DO UPDATE
      SET version = excluded.version, status = excluded.status, type = excluded.type,
          title = excluded.title, assignee = excluded.assignee, due_at = excluded.due_at,
          changed_at = excluded.changed_at
      """;

  private static final String CHANGES =
      """
      SELECT tenant_id, activity_id, version, kind, changed_at, changed_by, type, title, assignee,
             due_at, note
      FROM timeline.change
      """;

  private static final String RECENT =
      CHANGES
          + "WHERE tenant_id = ? ORDER BY changed_at DESC, activity_id DESC, version DESC LIMIT ?";

  private static final String OF_ONE =
      CHANGES + "WHERE tenant_id = ? AND activity_id = ? ORDER BY version";

  private static final String STANDING =
      """
      SELECT version, status, type, title, assignee, due_at, changed_at
      FROM timeline.activity
      WHERE tenant_id = ? AND activity_id = ? AND status <> 'deleted'
      """;

  private final JdbcClient jdbc;

  HistoryTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Adds a change, in the caller's transaction, unless the activity is deleted.
   *
   * @param message the message that told of it
   */
  public void add(Change change, UUID message) {
    Change.Summary summary = change.summary();
    of(change.activity(), RECORD)
        .param("version", change.version())
        .param("kind", change.kind())
        .param("at", utc(change.at()))
        .param("by", change.by())
        .param("type", summary.type())
        .param("title", summary.title())
        .param("assignee", summary.assignee())
        .param("dueAt", utc(summary.dueAt()))
        .param("note", change.note())
        .param("message", message)
        .update();
    of(change.activity(), STAND).update();
  }

  /**
   * Removes what is known of an activity, in the caller's transaction, and what comes later of it.
   *
   * @param version the activity's last
   */
  public void delete(ActivityRef activity, long version, Instant at) {
    of(activity, FORGET).update();
    of(activity, BURY).param("version", version).param("at", utc(at)).update();
  }

  /** A tenant's newest changes, newest first. */
  public List<Change> recent(String tenant, int limit) {
    return jdbc.sql(RECENT).params(tenant, limit).query((row, index) -> change(row)).list();
  }

  /** What happened to one activity, oldest first. */
  public List<Change> changes(ActivityRef activity) {
    return jdbc.sql(OF_ONE)
        .params(activity.tenant(), activity.id())
        .query((row, index) -> change(row))
        .list();
  }

  /** How one activity stands; empty when it is unknown or deleted. */
  public Optional<Standing> standing(ActivityRef activity) {
    return jdbc.sql(STANDING)
        .params(activity.tenant(), activity.id())
        .query(
            (row, index) ->
                new Standing(
                    activity,
                    row.getLong("version"),
                    row.getString("status"),
                    summary(row),
                    row.getTimestamp("changed_at").toInstant()))
        .optional();
  }

  private StatementSpec of(ActivityRef activity, String sql) {
    return jdbc.sql(sql).param("tenant", activity.tenant()).param("activity", activity.id());
  }

  private static Change change(ResultSet row) throws SQLException {
    return new Change(
        new ActivityRef(row.getString("tenant_id"), row.getObject("activity_id", UUID.class)),
        row.getLong("version"),
        row.getString("kind"),
        row.getTimestamp("changed_at").toInstant(),
        row.getString("changed_by"),
        summary(row),
        row.getString("note"));
  }

  private static Change.Summary summary(ResultSet row) throws SQLException {
    Timestamp due = row.getTimestamp("due_at");
    return new Change.Summary(
        row.getString("type"),
        row.getString("title"),
        row.getString("assignee"),
        due == null ? null : due.toInstant());
  }

  private static @Nullable OffsetDateTime utc(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
