package dev.waybill.activity.command;

import dev.waybill.access.TenantId;
import dev.waybill.activity.domain.Activities;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityId;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Stamp;
import dev.waybill.activity.refused.ActivityNotFoundException;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/** Notes that an activity was done. */
@Component
final class CompleteHandler implements CommandHandler<CompleteActivity> {

  private final Activities activities;
  private final InstantSource clock;

  CompleteHandler(Activities activities, InstantSource clock) {
    this.activities = activities;
    this.clock = clock;
  }

  @Override
  public Class<CompleteActivity> type() {
    return CompleteActivity.class;
  }

  @Override
  public Change handle(CompleteActivity command, Context context) {
    Change change = decide(command, context);
    Optional<Activity> stored = activities.replace(change.activity());
    // Nothing replaced: somebody was faster, and deciding again tells the caller what happened.
    return stored.map(change::storedAs).orElseGet(() -> refuse(command, context));
  }

  private Change decide(CompleteActivity command, Context context) {
    Stamp stamp = new Stamp(clock.instant(), context.caller().user());
    return find(context.caller().tenant(), command.id())
        .complete(command.expectedVersion(), command.outcome(), stamp);
  }

  private Change refuse(CompleteActivity command, Context context) {
    decide(command, context);
    throw new OptimisticLockingFailureException(
        "activity " + command.id() + " could not be replaced, but has the version expected");
  }

  private Activity find(TenantId tenant, String id) {
    return ActivityId.parse(id)
        .flatMap(known -> activities.find(tenant, known))
        .orElseThrow(ActivityNotFoundException::new);
  }
}
