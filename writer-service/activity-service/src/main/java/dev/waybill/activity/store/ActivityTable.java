package dev.waybill.activity.store;

import dev.waybill.access.TenantId;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activities;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityId;
import dev.waybill.activity.domain.Details;
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
      activity_id, tenant_id, version, type, title, assignee, due_at, created_at, created_by,
        status, completed_at, completed_by, outcome
      """;
  private static final String INSERT =
      """
      INSERT INTO activity.activity (activity_id, tenant_id, version, type, title, assignee, due_at,
        created_at, created_by, status, completed_at, completed_by, outcome, changed_at)
      VALUES (:id, :tenant, :version, :type, :title, :assignee, :dueAt,
        :createdAt, :createdBy, :status, :completedAt, :completedBy, :outcome, :changedAt)
      RETURNING\s"""
          + COLUMNS;

  /** A second transaction waits here for the first, then finds no row of the version it read. */
  private static final String REPLACE =
      """
      UPDATE activity.activity
      SET version = :version, title = :title, assignee = :assignee, due_at = :dueAt,
        status = :status, completed_at = :completedAt, completed_by = :completedBy,
        outcome = :outcome, changed_at = :changedAt
      WHERE activity_id = :id AND tenant_id = :tenant AND version = :version - 1
      RETURNING\s"""
          + COLUMNS;

  private static final String FIND =
      "SELECT "
          + COLUMNS
          + "FROM activity.activity WHERE activity_id = :id AND tenant_id = :tenant";
  private static final String RECENT =
      "SELECT "
          + COLUMNS
          + """
            FROM activity.activity WHERE tenant_id = :tenant
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
    values.put("createdAt", timestamp(activity.created().at()));
    values.put("createdBy", activity.created().by().value());
    values.put("status", activity.status().wireName());
    putCompletion(activity, values);
    return values;
  }

  private static void putCompletion(Activity activity, Map<String, @Nullable Object> values) {
    values.put("completedAt", null);
    values.put("completedBy", null);
    values.put("outcome", null);
    values.put("changedAt", timestamp(activity.created().at()));
    activity
        .completion()
        .ifPresent(
            completion -> {
              values.put("completedAt", timestamp(completion.stamp().at()));
              values.put("completedBy", completion.stamp().by().value());
              values.put("outcome", completion.outcome());
              values.put("changedAt", timestamp(completion.stamp().at()));
            });
  }

  private static @Nullable OffsetDateTime timestamp(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
