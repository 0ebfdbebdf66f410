package dev.waybill.lab.demo;

import dev.waybill.lab.stack.Service;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Kills the relay and then the handler, both while messages are on their way, and waits until each
 * message has arrived all the same.
 */
final class Crashes {
  private static final int BETWEEN = 20;

  private final Scene scene;

  Crashes(Scene scene) {
    this.scene = scene;
  }

  /** Tells the activities of the burst. */
  List<String> tell() throws Exception {
    scene.teller().request("create and complete activities without a pause");
    Burst burst = Burst.start(scene.activities());
    awaitMore(burst);
    crash(scene.stack().relay(), burst, "published");
    // What had piled up comes at once now: the handler is in the middle of it.
    crash(scene.handler(), burst, "handled");
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

  private void crash(Service victim, Burst burst, String work) throws Exception {
    long pid = victim.pid();
    victim.kill();
    long killed = System.nanoTime();
    int handled = scene.inbox().completed().size();
    scene.teller().killed(victim.name(), pid, burst.committed());
    victim.start();
    scene.await(
        "messages " + work + " again", victim, () -> scene.inbox().completed().size() > handled);
    scene.teller().back(victim.name(), work, Duration.ofNanos(System.nanoTime() - killed));
  }

  private void awaitMore(Burst burst) throws Exception {
    int goal = burst.committed() + BETWEEN;
    scene.await(
        "more activities",
        scene.stack().relay(),
        () -> burst.committed() >= goal || !burst.goesOn());
  }
}
