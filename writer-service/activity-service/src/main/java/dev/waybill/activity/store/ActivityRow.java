package dev.waybill.activity.store;

import dev.waybill.access.TenantId;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityId;
import dev.waybill.activity.domain.ActivityStatus;
import dev.waybill.activity.domain.ActivityStatus.Completed;
import dev.waybill.activity.domain.ActivityStatus.Open;
import dev.waybill.activity.domain.ActivityType;
import dev.waybill.activity.domain.Details;
import dev.waybill.activity.domain.Stamp;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** Reads a row of {@code activity.activity}. */
final class ActivityRow implements RowMapper<Activity> {

  @Override
  public Activity mapRow(ResultSet row, int number) throws SQLException {
    return new Activity(
        new ActivityId(row.getObject("activity_id", UUID.class)),
        new TenantId(row.getString("tenant_id")),
        row.getLong("version"),
        details(row),
        new Stamp(instant(row, "created_at"), new UserId(row.getString("created_by"))),
        status(row));
  }

  private static Details details(ResultSet row) throws SQLException {
    String assignee = row.getString("assignee");
    return new Details(
        ActivityType.ofWireName(row.getString("type")).orElseThrow(),
        row.getString("title"),
        assignee == null ? null : new UserId(assignee),
        nullableInstant(row, "due_at"));
  }

  private static ActivityStatus status(ResultSet row) throws SQLException {
    if (row.getString("status").equals(Open.NAME)) {
      return new Open();
    }
    Stamp stamp =
        new Stamp(instant(row, "completed_at"), new UserId(row.getString("completed_by")));
    return new Completed(stamp, row.getString("outcome"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static @Nullable Instant nullableInstant(ResultSet row, String column)
      throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
