package dev.waybill.relay.status;

import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which handlers' lanes wait, for health and metrics. Thread-safe. */
public final class LaneBoard {

  private volatile Waiting waiting = new Waiting(new TreeSet<>(), new TreeSet<>());

  /** Replaces what is known. */
  public void show(Collection<String> blocked, Collection<String> behind) {
    waiting = new Waiting(new TreeSet<>(blocked), new TreeSet<>(behind));
  }

  public Waiting waiting() {
    return waiting;
  }

  /**
   * Handlers that wait.
   *
   * @param blocked their topics take no records now
   * @param behind they were left out of batches that are not made good yet
   */
  public record Waiting(SortedSet<String> blocked, SortedSet<String> behind) {}
}
