package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.lab.check.InboxView;
import dev.waybill.lab.check.InboxView.Handled;
import dev.waybill.lab.demo.ActivityClient.Activity;
import dev.waybill.lab.stack.HandlerService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Plans a visit, completes it and plans the next, and shows each change on its way. The last change
 * is also the barrier: the relay publishes in commit order, so a second copy of an earlier message
 * would have come before it.
 */
final class Changes {
  private static final Duration ARRIVAL_TIME = Duration.ofSeconds(30);

  private final Scene scene;
  private final List<String> topics;
  private final List<CommittedMessage> committed = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();
  private final Set<String> activities = new LinkedHashSet<>();

  Changes(Scene scene) {
    this.scene = scene;
    this.topics = scene.topics();
  }

  Told tell() throws Exception {
    try (ArrivalWatch watch = ArrivalWatch.on(scene.stack().bootstrapServers(), topics)) {
      scene.teller().request("plan a visit");
      Activity visit = scene.activities().create("visit", "Visit the new warehouse");
      follow(visit, watch);

      scene.teller().request("complete it");
      follow(scene.activities().complete(visit, "The gates are wide enough."), watch);

      scene.teller().request("plan the next");
      follow(scene.activities().create("call", "Call the carrier"), watch);
    }
    return new Told(
        new StoryChecks(topics, committed, arrivals).all(),
        List.copyOf(activities),
        on(HandlerService.TIMELINE, committed.get(1).id()),
        on(HandlerService.NOTIFICATION, committed.get(1).id()));
  }

  private void follow(Activity activity, ArrivalWatch watch) throws Exception {
    CommittedMessage message = scene.outbox().find(activity.id(), activity.version());
    committed.add(message);
    activities.add(activity.id());
    scene.teller().committed(activity, message);
    Set<String> missing = new HashSet<>(topics);
    while (!missing.isEmpty()) {
      Arrival arrival = watch.next(ARRIVAL_TIME);
      if (arrival == null) {
        throw CommandFailure.of(
            ExitCode.FAILURE,
            "message %s did not reach %s".formatted(message.id(), missing),
            "see " + scene.stack().relay().log());
      }
      arrivals.add(arrival);
      if (arrival.messageId().equals(message.id())) {
        missing.remove(arrival.record().topic());
        scene.teller().published(arrival);
      }
    }
    UUID id = UUID.fromString(message.id());
    scene
        .teller()
        .handled(handled(HandlerService.TIMELINE, id), on(HandlerService.TIMELINE, message.id()));
    handled(HandlerService.NOTIFICATION, id);
    scene.teller().mailed(scene.mailbox().of(id), on(HandlerService.NOTIFICATION, message.id()));
  }

  private Handled handled(HandlerService handler, UUID message) throws Exception {
    InboxView inbox = Scene.inbox(scene.stack(), handler);
    scene.await(
        "message " + message + " handled by the " + handler.id(),
        scene.service(handler),
        () -> inbox.find(message).isPresent());
    return inbox.find(message).orElseThrow();
  }

  /** The copy of a message that went to a handler. */
  private Arrival on(HandlerService handler, String message) {
    return arrivals.stream()
        .filter(arrival -> arrival.messageId().equals(message))
        .filter(arrival -> arrival.record().topic().equals(scene.topic(handler)))
        .findFirst()
        .orElseThrow();
  }

  /**
   * What came out of it.
   *
   * @param activities whose history the timeline tells
   * @param completion the arrival at the timeline of the message that the visit was completed
   * @param mailedCompletion its arrival at the notification service
   */
  record Told(
      List<Check> checks, List<String> activities, Arrival completion, Arrival mailedCompletion) {}
}
