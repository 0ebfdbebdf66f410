package dev.waybill.activity.step;

import dev.waybill.access.Caller;
import dev.waybill.access.TenantId;
import dev.waybill.access.UserId;
import dev.waybill.activity.command.CommandBus;
import dev.waybill.activity.command.Context;
import dev.waybill.activity.refused.InvalidRequestException;
import dev.waybill.activity.refused.RequestRefusedException;
import dev.waybill.activity.request.Command;
import dev.waybill.activity.security.ActivityRoles;
import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.WaybillHandler;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.outbox.Origin;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Profile;

/**
 * Runs the journey steps of this service, in its worker role alone: each as a command through the
 * bus, for the user who caused it, in the transaction of its delivery. What the command changes,
 * audits and stages is there with the inbox row, or none of it is.
 */
@WaybillHandler(id = JourneySteps.ID)
@Profile(JourneySteps.WORKER)
class JourneySteps {

  static final String ID = "activity-steps";
  static final String WORKER = "worker";

  private final CommandBus commands;

  JourneySteps(CommandBus commands) {
    this.commands = commands;
  }

  @Handles(type = "activity.plan-follow-up", versions = 1)
  void planFollowUp(PlanFollowUp step, Delivery delivery) {
    run(step.command(), step.requestedBy(), delivery);
  }

  /** What the bus refuses it will refuse again, so it is a dead letter at once. */
  private void run(Command command, String user, Delivery delivery) {
    try {
      commands.execute(command, context(user, delivery));
    } catch (InvalidRequestException refusal) {
      String fields =
          refusal.errors().stream().map(error -> error.field()).collect(Collectors.joining(", "));
      throw new DeadLetterException("invalid-step", "fields are wrong: " + fields, refusal);
    } catch (RequestRefusedException refusal) {
      throw new DeadLetterException("step-refused", refusal.problem(), refusal);
    }
  }

  /** Whoever staged a step had the role to do so, and has it here and no other. */
  private static Context context(String user, Delivery delivery) {
    Caller caller =
        new Caller(
            new TenantId(delivery.tenant().value()),
            new UserId(user),
            Set.of(ActivityRoles.WRITER.claim()));
    var correlation = delivery.message().correlationId();
    Origin origin =
        new Origin(
            correlation == null ? null : correlation.value(), delivery.id().toString(), null);
    return new Context(caller, origin, null);
  }
}
