package dev.waybill.activity.command;

import dev.waybill.access.Caller;
import dev.waybill.activity.domain.Activities;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityId;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Stamp;
import dev.waybill.activity.request.CreateActivity;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Plans an activity. */
@Component
final class CreateHandler implements CommandHandler<CreateActivity> {

  private final Activities activities;
  private final Supplier<ActivityId> ids;
  private final InstantSource clock;

  CreateHandler(Activities activities, Supplier<ActivityId> ids, InstantSource clock) {
    this.activities = activities;
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  public Class<CreateActivity> type() {
    return CreateActivity.class;
  }

  @Override
  public Change handle(CreateActivity command, Context context) {
    Caller caller = context.caller();
    Stamp stamp = new Stamp(clock.instant(), caller.user());
    Change change = Activity.create(ids.get(), caller.tenant(), command.details(), stamp);
    return change.storedAs(activities.add(change.activity()));
  }
}
