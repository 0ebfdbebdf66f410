package dev.waybill.activity.command;

import dev.waybill.access.TenantId;
import dev.waybill.activity.domain.Activities;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityId;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Stamp;
import dev.waybill.activity.refused.ActivityNotFoundException;
import dev.waybill.activity.request.ChangeCommand;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/** Changes an activity that exists, in the way that the command says. */
@Component
final class ChangeHandler implements CommandHandler<ChangeCommand> {

  private final Activities activities;
  private final InstantSource clock;

  ChangeHandler(Activities activities, InstantSource clock) {
    this.activities = activities;
    this.clock = clock;
  }

  @Override
  public Class<ChangeCommand> type() {
    return ChangeCommand.class;
  }

  @Override
  public Change handle(ChangeCommand command, Context context) {
    Change change = decide(command, context);
    Optional<Activity> stored = activities.replace(change.activity());
    // Nothing replaced: somebody was faster, and deciding again tells the caller what happened.
    return stored.map(change::storedAs).orElseGet(() -> refuse(command, context));
  }

  private Change decide(ChangeCommand command, Context context) {
    Stamp stamp = new Stamp(clock.instant(), context.caller().user());
    return command.applyTo(find(context.caller().tenant(), command.id()), stamp);
  }

  private Change refuse(ChangeCommand command, Context context) {
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
