package dev.waybill.activity.store;

import dev.waybill.access.TenantId;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activities;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityId;
import dev.waybill.activity.domain.ActivityStatus;
import dev.waybill.activity.domain.ActivityStatus.Cancelled;
import dev.waybill.activity.domain.ActivityStatus.Completed;
import dev.waybill.activity.domain.ActivityStatus.Deleted;
import dev.waybill.activity.domain.Details;
import dev.waybill.activity.domain.Stamp;
import dev.waybill.activity.schema.ActivitySchema;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Table {@code activity.activity}. Thread-safe. */
@Repository
class ActivityTable implements Activities {

  private static final String COLUMNS =
      """
      activity_id, tenant_id, version, type, title, assignee, due_at, visibility, created_at,
        created_by, changed_at, changed_by, status, started_at, started_by, completed_at,
        completed_by, outcome, cancelled_at, cancelled_by, cancel_reason, deleted_at, deleted_by
      """;
  private static final String INSERT =
      """
      INSERT INTO activity.activity (activity_id, tenant_id, version, type, title, assignee, due_at,
        visibility, created_at, created_by, changed_at, changed_by, status)
      VALUES (:id, :tenant, :version, :type, :title, :assignee, :dueAt,
        :visibility, :createdAt, :createdBy, :changedAt, :changedBy, :status)
      RETURNING\s"""
          + COLUMNS;

  /** A second transaction waits here for the first, then finds no row of the version it read. */
  private static final String REPLACE =
      """
      UPDATE activity.activity
      SET version = :version, type = :type, title = :title, assignee = :assignee, due_at = :dueAt,
        changed_at = :changedAt, changed_by = :changedBy, status = :status,
        started_at = :startedAt, started_by = :startedBy,
        completed_at = :completedAt, completed_by = :completedBy, outcome = :outcome,
        cancelled_at = :cancelledAt, cancelled_by = :cancelledBy, cancel_reason = :reason,
        deleted_at = :deletedAt, deleted_by = :deletedBy
      WHERE activity_id = :id AND tenant_id = :tenant AND version = :version - 1
      RETURNING\s"""
          + COLUMNS;

  private static final String FIND =
      "SELECT "
          + COLUMNS
          + """
            FROM activity.activity
            WHERE activity_id = :id AND tenant_id = :tenant AND status <> 'deleted'
            """;
  private static final String RECENT =
      "SELECT "
          + COLUMNS
          + """
            FROM activity.activity WHERE tenant_id = :tenant AND status <> 'deleted'
            ORDER BY changed_at DESC, activity_id DESC LIMIT :limit
            """;

  private final JdbcClient jdbc;

  /**
   * @param schema taken so that the tables are right before anybody asks
   */
  ActivityTable(JdbcClient jdbc, ActivitySchema schema) {
    this.jdbc = jdbc;
  }

  @Override
  public Activity add(Activity activity) {
    return jdbc.sql(INSERT).params(values(activity)).query(new ActivityRow()).single();
  }

  @Override
  public Optional<Activity> replace(Activity activity) {
    return jdbc.sql(REPLACE).params(values(activity)).query(new ActivityRow()).optional();
  }

  @Override
  public Optional<Activity> find(TenantId tenant, ActivityId id) {
    return jdbc.sql(FIND)
        .param("id", id.value())
        .param("tenant", tenant.value())
        .query(new ActivityRow())
        .optional();
  }

  @Override
  public List<Activity> recent(TenantId tenant, int limit) {
    return jdbc.sql(RECENT)
        .param("tenant", tenant.value())
        .param("limit", limit)
        .query(new ActivityRow())
        .list();
  }

  private static Map<String, @Nullable Object> values(Activity activity) {
    Details details = activity.details();
    UserId assignee = details.assignee();
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("id", activity.id().value());
    values.put("tenant", activity.tenant().value());
    values.put("version", activity.version());
    values.put("type", details.type().wireName());
    values.put("title", details.title());
    values.put("assignee", assignee == null ? null : assignee.value());
    values.put("dueAt", timestamp(details.dueAt()));
    values.put("visibility", details.visibility().wireName());
    putStamp(values, "created", activity.stamps().created());
    putStamp(values, "changed", activity.stamps().changed());
    putStatus(values, activity.status());
    return values;
  }

  private static void putStatus(Map<String, @Nullable Object> values, ActivityStatus status) {
    values.put("status", status.wireName());
    putStamp(values, "started", status.begun());
    Completed completed = status instanceof Completed done ? done : null;
    putStamp(values, "completed", completed == null ? null : completed.stamp());
    values.put("outcome", completed == null ? null : completed.outcome());
    Cancelled cancelled = status instanceof Cancelled given ? given : null;
    putStamp(values, "cancelled", cancelled == null ? null : cancelled.stamp());
    values.put("reason", cancelled == null ? null : cancelled.reason());
    putStamp(values, "deleted", status instanceof Deleted gone ? gone.stamp() : null);
  }

  private static void putStamp(
      Map<String, @Nullable Object> values, String what, @Nullable Stamp stamp) {
    values.put(what + "At", stamp == null ? null : timestamp(stamp.at()));
    values.put(what + "By", stamp == null ? null : stamp.by().value());
  }

  private static @Nullable OffsetDateTime timestamp(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
