package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.lab.demo.ActivityClient.Activity;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Stack;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Plans a visit, completes it and plans the next, and shows each change on its way. The last change
 * is also the barrier: the relay publishes in commit order, so a second copy of an earlier message
 * would have come before it.
 */
final class Story {
  private static final Duration ARRIVAL_TIME = Duration.ofSeconds(30);

  private final ActivityClient activities;
  private final OutboxView outbox;
  private final ArrivalWatch watch;
  private final List<String> topics;
  private final StoryTeller teller;
  private final List<CommittedMessage> committed = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();

  Story(Stack stack, List<String> topics, ArrivalWatch watch, StoryTeller teller) {
    this.activities = new ActivityClient(stack.activityService(), DemoUser.token(stack));
    this.outbox = new OutboxView(stack.database(Role.RELAY));
    this.topics = List.copyOf(topics);
    this.watch = watch;
    this.teller = teller;
  }

  /** Tells it; the result is whether every check held. */
  boolean tell() throws SQLException, InterruptedException {
    teller.request("plan a visit");
    Activity visit = activities.create("visit", "Visit the new warehouse");
    follow(visit);

    teller.request("complete it");
    follow(activities.complete(visit, "The gates are wide enough."));

    teller.request("plan the next");
    follow(activities.create("call", "Call the carrier"));

    return teller.verdict(new StoryChecks(topics, committed, arrivals).all());
  }

  private void follow(Activity activity) throws SQLException, InterruptedException {
    CommittedMessage message = outbox.find(activity.id(), activity.version());
    committed.add(message);
    teller.committed(activity, message);
    Set<String> missing = new HashSet<>(topics);
    while (!missing.isEmpty()) {
      Arrival arrival = watch.next(ARRIVAL_TIME);
      if (arrival == null) {
        throw CommandFailure.of(
            ExitCode.FAILURE,
            "message %s did not reach %s".formatted(message.id(), missing),
            "see the relay's log in the data folder");
      }
      arrivals.add(arrival);
      if (arrival.messageId().equals(message.id())) {
        missing.remove(arrival.record().topic());
        teller.published(arrival);
      }
    }
  }
}
