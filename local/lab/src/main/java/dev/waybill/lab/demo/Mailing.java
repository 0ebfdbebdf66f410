package dev.waybill.lab.demo;

import dev.waybill.lab.check.InboxView;
import dev.waybill.lab.stack.HandlerService;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Compares what was mailed with what was committed. */
final class Mailing {
  private final Scene scene;
  private final Set<UUID> earlier;

  /**
   * @param earlier the messages that were there before the story
   */
  Mailing(Scene scene, Set<UUID> earlier) {
    this.scene = scene;
    this.earlier = Set.copyOf(earlier);
  }

  /** The checks, when the notification service has handled every message of the story. */
  List<Check> checks() throws Exception {
    InboxView inbox = Scene.inbox(scene.stack(), HandlerService.NOTIFICATION);
    Set<UUID> committed = new HashSet<>(scene.outbox().ids());
    committed.removeAll(earlier);
    scene.await(
        "every message handled by the notification service",
        scene.service(HandlerService.NOTIFICATION),
        () -> inbox.completed().containsAll(committed));
    Set<String> others = earlier.stream().map(UUID::toString).collect(Collectors.toSet());
    List<String> mailed =
        scene.mailbox().messages().stream().filter(message -> !others.contains(message)).toList();
    return new MailChecks(committed, inbox.attempts(), mailed).all();
  }
}
