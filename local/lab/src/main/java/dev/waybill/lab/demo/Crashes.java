package dev.waybill.lab.demo;

import dev.waybill.lab.check.InboxView;
import dev.waybill.lab.stack.HandlerService;
import dev.waybill.lab.stack.Service;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Kills the relay and then two handlers, all while messages are on their way, and waits until each
 * message has arrived all the same.
 */
final class Crashes {
  private static final int BETWEEN = 20;

  private final Scene scene;
  private final InboxView mails;

  Crashes(Scene scene) {
    this.scene = scene;
    this.mails = Scene.inbox(scene.stack(), HandlerService.NOTIFICATION);
  }

  /** Tells the activities of the burst. */
  List<String> tell() throws Exception {
    scene.teller().request("create and complete activities without a pause");
    Burst burst = Burst.start(scene.activities());
    awaitMore(burst);
    crash(burst, new Victim(scene.stack().relay(), "published", scene.inbox()));
    // What had piled up comes at once now: the handlers are in the middle of it.
    crash(
        burst,
        new Victim(scene.handler(), "handled", scene.inbox()),
        new Victim(scene.service(HandlerService.NOTIFICATION), "mailed", mails));
    awaitMore(burst);
    List<String> activities = burst.stop();
    scene.teller().stopped(burst.committed());
    Set<UUID> committed = scene.outbox().ids();
    scene.await(
        "every message handled",
        scene.handler(),
        () -> scene.inbox().completed().containsAll(committed));
    return activities;
  }

  /** All at once, so that they start again beside each other. */
  private void crash(Burst burst, Victim... victims) throws Exception {
    for (Victim victim : victims) {
      victim.kill(burst.committed());
    }
    for (Victim victim : victims) {
      victim.service.start();
    }
    for (Victim victim : victims) {
      scene.await(
          "messages " + victim.work + " again", victim.service, () -> isBack(victim, victims));
    }
  }

  /** Looks after all, so that of each is told when it was seen to be back. */
  private static boolean isBack(Victim victim, Victim... all) throws SQLException {
    for (Victim each : all) {
      each.look();
    }
    return victim.back;
  }

  private void awaitMore(Burst burst) throws Exception {
    int goal = burst.committed() + BETWEEN;
    scene.await(
        "more activities",
        scene.stack().relay(),
        () -> burst.committed() >= goal || !burst.goesOn());
  }

  /** A service, and the inbox whose growth shows that it works. */
  private final class Victim {
    private final Service service;
    private final String work;
    private final InboxView inbox;
    private long killed;
    private int handled;
    private boolean back;

    private Victim(Service service, String work, InboxView inbox) {
      this.service = service;
      this.work = work;
      this.inbox = inbox;
    }

    private void kill(int committed) throws SQLException {
      long pid = service.pid();
      service.kill();
      killed = System.nanoTime();
      handled = inbox.completed().size();
      scene.teller().killed(service.name(), pid, committed);
    }

    private void look() throws SQLException {
      if (!back && inbox.completed().size() > handled) {
        back = true;
        scene.teller().back(service.name(), work, Duration.ofNanos(System.nanoTime() - killed));
      }
    }
  }
}
