package dev.waybill.lab.demo;

import dev.waybill.lab.demo.ActivityClient.Activity;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Creates and completes activities in a thread of its own until it is told to stop. */
final class Burst {
  private static final long PAUSE_MILLIS = 50;

  private final ActivityClient activities;
  private final List<Activity> committed = new CopyOnWriteArrayList<>();
  private final FutureTask<Boolean> task = new FutureTask<>(this::write, true);
  private volatile boolean stopping;

  private Burst(ActivityClient activities) {
    this.activities = activities;
  }

  static Burst start(ActivityClient activities) {
    Burst burst = new Burst(activities);
    Thread thread = new Thread(burst.task, "burst");
    thread.setDaemon(true);
    thread.start();
    return burst;
  }

  /** How many changes were committed so far, each with one message. */
  int committed() {
    return committed.size();
  }

  /** Whether it still writes; it does until it is stopped or fails. */
  boolean goesOn() {
    return !task.isDone();
  }

  /** Ends it, and throws what made it fail, if something did; tells the activities. */
  List<String> stop() throws InterruptedException, ExecutionException {
    stopping = true;
    task.get();
    return committed.stream().map(Activity::id).distinct().toList();
  }

  private void write() {
    try {
      while (!stopping) {
        Activity created = activities.create("call", "Call number " + committed.size());
        committed.add(created);
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        committed.add(activities.complete(created, "Nobody answered."));
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
