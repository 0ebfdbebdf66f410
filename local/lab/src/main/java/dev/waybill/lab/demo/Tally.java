package dev.waybill.lab.demo;

import dev.waybill.lab.check.InboxView;
import dev.waybill.lab.stack.HandlerService;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Compares what the dashboard counts with what was committed. */
final class Tally {
  private final Scene scene;
  private final Set<UUID> earlier;

  /**
   * @param earlier the messages that were there before the story
   */
  Tally(Scene scene, Set<UUID> earlier) {
    this.scene = scene;
    this.earlier = Set.copyOf(earlier);
  }

  /**
   * The check, when the dashboard has handled every message of the story.
   *
   * @param activities those of the story
   */
  Check of(Collection<String> activities) throws Exception {
    InboxView inbox = Scene.inbox(scene.stack(), HandlerService.DASHBOARD);
    Set<UUID> committed = scene.outbox().ids();
    committed.removeAll(earlier);
    scene.await(
        "every message handled by the dashboard",
        scene.stack().handler(HandlerService.DASHBOARD.id()).service(),
        () -> inbox.completed().containsAll(committed));
    Map<String, Long> expected = scene.outbox().statuses(activities);
    return new Check(
        "the dashboard counts %d open and %d completed activities, as committed"
            .formatted(expected.getOrDefault("open", 0L), expected.getOrDefault("completed", 0L)),
        scene.dashboard().counts(scene.activities().assignee()).equals(expected));
  }
}
