package dev.waybill.activity.domain;

import dev.waybill.access.TenantId;
import dev.waybill.access.UserId;
import dev.waybill.contract.message.Visibility;
import java.time.Instant;
import java.util.UUID;

/** Activities to begin with. */
public final class TestActivities {

  public static final ActivityId ID =
      new ActivityId(UUID.fromString("0190a5c2-7f3e-7000-8000-0123456789ab"));
  public static final TenantId TENANT = new TenantId("acme");
  public static final Details DETAILS =
      new Details(
          ActivityType.VISIT,
          "Visit the new warehouse",
          new UserId("user-17"),
          Instant.parse("2026-03-05T09:00:00Z"),
          Visibility.PUBLIC);
  public static final Stamp PLANNED = stamp("2026-03-01T08:15:30.123456789Z", "user-4");

  private TestActivities() {}

  /** One that was just planned. */
  public static Activity open() {
    return open(DETAILS);
  }

  public static Activity open(Details details) {
    return Activity.create(ID, TENANT, details, PLANNED).activity();
  }

  public static Stamp stamp(String at, String by) {
    return new Stamp(Instant.parse(at), new UserId(by));
  }
}
