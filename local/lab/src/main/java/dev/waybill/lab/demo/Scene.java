package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.lab.check.InboxView;
import dev.waybill.lab.check.Waiting;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.stack.TimelinePlan;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * What every chapter of the story plays on.
 *
 * @param inbox of the timeline
 */
record Scene(
    Stack stack,
    ActivityClient activities,
    TimelineClient timeline,
    OutboxView outbox,
    InboxView inbox,
    StoryTeller teller) {
  static final Duration PATIENCE = Duration.ofMinutes(2);

  static Scene on(Stack stack, StoryTeller teller) {
    String token = DemoUser.token(stack, "activity-writer");
    return new Scene(
        stack,
        new ActivityClient(new HttpCalls(stack.activityService(), token)),
        new TimelineClient(new HttpCalls(stack.timelineService(), token)),
        new OutboxView(stack.database(Role.RELAY)),
        new InboxView(stack.handler(TimelinePlan.NAME).database(), TimelinePlan.NAME),
        teller);
  }

  DataSource timelineDatabase() {
    return stack.handler(TimelinePlan.NAME).database();
  }

  Service handler() {
    return stack.handler(TimelinePlan.NAME).service();
  }

  /** The topics on which every change of the story arrives. */
  List<String> topics() {
    return stack.topics("activity.created", "activity.completed");
  }

  String topic() {
    return stack.topicOf(TimelinePlan.NAME);
  }

  /** Waits, and gives the story up when it takes too long. */
  void await(String what, Service whose, Waiting.Condition condition) throws Exception {
    if (!Waiting.until(condition, PATIENCE)) {
      throw CommandFailure.of(
          ExitCode.FAILURE,
          "%s: not within %d minutes".formatted(what, PATIENCE.toMinutes()),
          "see " + whose.log());
    }
  }
}
