package dev.waybill.benchmarks.commit;

import dev.waybill.benchmarks.measure.Latencies;
import dev.waybill.benchmarks.measure.Schedule;
import dev.waybill.benchmarks.report.Figure;
import dev.waybill.benchmarks.report.Verdicts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One path at one rate, measured. */
public final class Leg {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final double ENOUGH = 0.99;

  private final String path;
  private final String goal;
  private final Schedule schedule;
  private final Times times;
  private final Latencies intendedToVisible = new Latencies();
  private final Latencies intendedToCommit = new Latencies();
  private final Latencies commitToVisible = new Latencies();
  private int inTime;
  private boolean keptUp = true;

  private Leg(String path, String goal, Schedule schedule, Times times) {
    this.path = path;
    this.goal = goal;
    this.schedule = schedule;
    this.times = times;
  }

  /**
   * Evaluates what was noted, after everything has ended.
   *
   * @param goal what a message has reached when it has come through, as figures name it
   */
  public static Leg of(String path, String goal, Schedule schedule, Times times) {
    Leg leg = new Leg(path, goal, schedule, times);
    for (int i = 0; i < schedule.count(); i++) {
      if (schedule.isMeasured(i)) {
        leg.take(i);
      }
    }
    return leg;
  }

  /** From the intended instant to the goal. */
  public Latencies intendedToVisible() {
    return intendedToVisible;
  }

  /** From the end of the commit to the goal. */
  public Latencies commitToVisible() {
    return commitToVisible;
  }

  /** Messages per second. */
  public int rate() {
    return schedule.perSecond();
  }

  /** Which way they took. */
  public String path() {
    return path;
  }

  /** Whether the figures count. */
  public Verdicts verdicts() {
    return new Verdicts(
        times.complete() && times.repeated() == 0,
        inTime >= schedule.measuredCount() * ENOUGH,
        keptUp);
  }

  /** Every figure, named after path and rate. */
  public List<Figure> figures() {
    String prefix = path + "." + rate() + ".";
    List<Figure> figures = new ArrayList<>();
    figures.addAll(intendedToVisible.figures(prefix + "intended-to-" + goal));
    figures.addAll(commitToVisible.figures(prefix + "commit-to-" + goal));
    figures.addAll(intendedToCommit.figures(prefix + "intended-to-commit"));
    return figures;
  }

  /** Why a verdict is not good. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    String leg = path + " at " + rate() + "/s: ";
    if (times.missing() > 0) {
      remarks.add(leg + times.missing() + " copies were never seen");
    }
    if (times.repeated() > 0) {
      remarks.add(leg + times.repeated() + " copies were seen more than once");
    }
    if (!verdicts().loadReached()) {
      remarks.add(
          leg + "only " + inTime + " of " + schedule.measuredCount() + " were committed in time");
    }
    if (!keptUp) {
      remarks.add(leg + "copies came later than " + PATIENCE.toSeconds() + " s after the load");
    }
    return remarks;
  }

  private void take(int index) {
    long intended = schedule.intended(index);
    long committed = times.committed(index);
    long deadline = schedule.end() + PATIENCE.toNanos();
    if (committed != 0) {
      intendedToCommit.record(committed - intended);
      inTime += committed <= deadline ? 1 : 0;
    }
    for (int topic = 0; topic < times.topics(); topic++) {
      long visible = times.visible(index, topic);
      if (visible == 0) {
        keptUp = false;
        continue;
      }
      intendedToVisible.record(visible - intended);
      if (committed != 0) {
        commitToVisible.record(visible - committed);
      }
      keptUp &= visible <= deadline;
    }
  }
}
