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
import org.springframework.stereotype.Repository;

/** The one owner of the tables in schema {@code timeline}. */
@Repository
public class HistoryTable {

  /** Applied again it would show in the counter, and change nothing that people read. */
  private static final String RECORD =
      """
      INSERT INTO timeline.change AS c (
        tenant_id, activity_id, version, kind, changed_at, changed_by, type, title, assignee, due_at,
        note, message_id, applied)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
      ON CONFLICT (tenant_id, activity_id, version) DO UPDATE SET applied = c.applied + 1
      """;

  /**
   * Only a newer version changes how the activity stands; of an older one that comes late only what
   * the newer did not say is taken.
   */
  private static final String STAND =
      """
      INSERT INTO timeline.activity AS a (
        tenant_id, activity_id, version, status, type, title, assignee, due_at, changed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (tenant_id, activity_id) DO UPDATE
      SET (version, status, type, title, assignee, due_at, changed_at) = (
        SELECT newer.version, newer.status, newer.type, newer.title, newer.assignee,
               coalesce(newer.due_at, a.due_at, excluded.due_at), newer.changed_at
        FROM (VALUES
          (a.version, a.status, a.type, a.title, a.assignee, a.due_at, a.changed_at),
          (excluded.version, excluded.status, excluded.type, excluded.title, excluded.assignee,
           excluded.due_at, excluded.changed_at))
          AS newer (version, status, type, title, assignee, due_at, changed_at)
        ORDER BY newer.version DESC
        LIMIT 1)
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
      WHERE tenant_id = ? AND activity_id = ?
      """;

  private final JdbcClient jdbc;

  HistoryTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Adds a change, in the caller's transaction.
   *
   * @param status how the activity stands after it, if nothing newer is known
   * @param message the message that told of it
   */
  public void add(Change change, String status, UUID message) {
    Change.Summary summary = change.summary();
    jdbc.sql(RECORD)
        .param(change.activity().tenant())
        .param(change.activity().id())
        .param(change.version())
        .param(change.kind())
        .param(utc(change.at()))
        .param(change.by())
        .param(summary.type())
        .param(summary.title())
        .param(summary.assignee())
        .param(utc(summary.dueAt()))
        .param(change.note())
        .param(message)
        .update();
    jdbc.sql(STAND)
        .param(change.activity().tenant())
        .param(change.activity().id())
        .param(change.version())
        .param(status)
        .param(summary.type())
        .param(summary.title())
        .param(summary.assignee())
        .param(utc(summary.dueAt()))
        .param(utc(change.at()))
        .update();
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

  /** How one activity stands. */
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
