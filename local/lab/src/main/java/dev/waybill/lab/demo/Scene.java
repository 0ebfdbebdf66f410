package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.lab.check.InboxView;
import dev.waybill.lab.check.Waiting;
import dev.waybill.lab.stack.HandlerService;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * What every chapter of the story plays on.
 *
 * @param activities plans them for an assignee of this story alone, so that an earlier story on the
 *     same data does not count
 * @param inbox of the timeline
 */
record Scene(
    Stack stack,
    ActivityClient activities,
    TimelineClient timeline,
    DashboardClient dashboard,
    OutboxView outbox,
    InboxView inbox,
    StoryTeller teller) {
  static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String TIMELINE = HandlerService.TIMELINE.id();

  static Scene on(Stack stack, StoryTeller teller) {
    String token = DemoUser.token(stack, "activity-writer");
    return new Scene(
        stack,
        new ActivityClient(new HttpCalls(stack.activityService(), token), DemoUser.newColleague()),
        new TimelineClient(new HttpCalls(stack.address(HandlerService.TIMELINE), token)),
        new DashboardClient(new HttpCalls(stack.address(HandlerService.DASHBOARD), token)),
        new OutboxView(stack.database(Role.RELAY)),
        inbox(stack, HandlerService.TIMELINE),
        teller);
  }

  /** The inbox of a handler service. */
  static InboxView inbox(Stack stack, HandlerService handler) {
    return new InboxView(stack.handler(handler.id()).database(), handler.id());
  }

  DataSource timelineDatabase() {
    return stack.handler(TIMELINE).database();
  }

  Service handler() {
    return service(HandlerService.TIMELINE);
  }

  Service service(HandlerService handler) {
    return stack.handler(handler.id()).service();
  }

  Mailbox mailbox() {
    return new Mailbox(stack.mails());
  }

  /** The topics on which every change of the story arrives. */
  List<String> topics() {
    return stack.topics("activity.created", "activity.completed");
  }

  String topic(HandlerService handler) {
    return stack.topicOf(handler.id());
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
