package dev.waybill.activity.read;

import dev.waybill.access.Caller;
import dev.waybill.activity.domain.Activities;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityId;
import dev.waybill.activity.refused.ActivityNotFoundException;
import dev.waybill.activity.refused.FieldError;
import dev.waybill.activity.refused.InvalidRequestException;
import dev.waybill.activity.security.ActivityRoles;
import java.util.List;
import org.springframework.stereotype.Component;

/** What a caller may see: activities of the own tenant. Thread-safe. */
@Component
public final class ActivityReads {

  /** The largest page of {@link #recent}. */
  public static final int MOST_RECENT = 100;

  private final Activities activities;

  ActivityReads(Activities activities) {
    this.activities = activities;
  }

  /**
   * One activity.
   *
   * @throws ActivityNotFoundException when the caller's tenant has none with this id
   */
  public Activity get(String id, Caller caller) {
    caller.require(ActivityRoles.READER);
    return ActivityId.parse(id)
        .flatMap(known -> activities.find(caller.tenant(), known))
        .orElseThrow(ActivityNotFoundException::new);
  }

  /**
   * The activities changed last, newest change first.
   *
   * @param limit how many at most, from 1 to {@link #MOST_RECENT}
   */
  public List<Activity> recent(int limit, Caller caller) {
    if (limit < 1 || limit > MOST_RECENT) {
      throw new InvalidRequestException(
          List.of(new FieldError("limit", "must be a whole number from 1 to " + MOST_RECENT)));
    }
    caller.require(ActivityRoles.READER);
    return activities.recent(caller.tenant(), limit);
  }
}
