package dev.waybill.activity.store;

import dev.waybill.access.TenantId;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityId;
import dev.waybill.activity.domain.ActivityStatus;
import dev.waybill.activity.domain.ActivityStatus.Cancelled;
import dev.waybill.activity.domain.ActivityStatus.Completed;
import dev.waybill.activity.domain.ActivityStatus.Deleted;
import dev.waybill.activity.domain.ActivityStatus.Open;
import dev.waybill.activity.domain.ActivityStatus.Started;
import dev.waybill.activity.domain.ActivityType;
import dev.waybill.activity.domain.Details;
import dev.waybill.activity.domain.Stamp;
import dev.waybill.activity.domain.Stamps;
import dev.waybill.contract.message.Visibility;
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
        new Stamps(stamp(row, "created"), stamp(row, "changed")),
        status(row));
  }

  private static Details details(ResultSet row) throws SQLException {
    String assignee = row.getString("assignee");
    return new Details(
        ActivityType.ofWireName(row.getString("type")).orElseThrow(),
        row.getString("title"),
        assignee == null ? null : new UserId(assignee),
        nullableInstant(row, "due_at"),
        Visibility.ofWireName(row.getString("visibility")));
  }

  private static ActivityStatus status(ResultSet row) throws SQLException {
    String name = row.getString("status");
    return switch (name) {
      case Open.NAME -> new Open();
      case Started.NAME -> new Started(stamp(row, "started"));
      case Completed.NAME ->
          new Completed(
              stamp(row, "completed"), row.getString("outcome"), nullableStamp(row, "started"));
      case Cancelled.NAME ->
          new Cancelled(
              stamp(row, "cancelled"),
              row.getString("cancel_reason"),
              nullableStamp(row, "started"));
      case Deleted.NAME -> new Deleted(stamp(row, "deleted"));
      default -> throw new SQLException("an activity has the unknown status " + name);
    };
  }

  private static Stamp stamp(ResultSet row, String what) throws SQLException {
    Instant at = row.getObject(what + "_at", OffsetDateTime.class).toInstant();
    return new Stamp(at, new UserId(row.getString(what + "_by")));
  }

  private static @Nullable Stamp nullableStamp(ResultSet row, String what) throws SQLException {
    return row.getObject(what + "_at") == null ? null : stamp(row, what);
  }

  private static @Nullable Instant nullableInstant(ResultSet row, String column)
      throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
