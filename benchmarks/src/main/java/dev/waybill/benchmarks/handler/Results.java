package dev.waybill.benchmarks.handler;

import dev.waybill.benchmarks.measure.Progress;
import dev.waybill.benchmarks.measure.Speeds;
import dev.waybill.benchmarks.measure.Spread;
import dev.waybill.benchmarks.report.Figure;
import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.report.HistoryRemarks;
import dev.waybill.benchmarks.report.Verdicts;
import dev.waybill.local.history.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What every process did in every round. Not thread-safe. */
final class Results {

  static final String WAYBILL = "waybill";
  static final String FAILING = "waybill-failing";
  static final String DUPLICATES = "waybill-duplicates";
  static final String PLAIN = "plain-listener";

  private final Speeds speeds = new Speeds();
  private final List<Double> lastFree = new ArrayList<>();
  private final List<Double> lastHeldUp = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private Verdicts verdicts = Verdicts.good();

  /** Notes whether all is well, of a round that is not measured as well. */
  void check(String name, Passage passage) {
    Passage.Failures failures = passage.failures();
    verdicts =
        verdicts.and(new Verdicts(passage.history().clean(), failures.struck(), passage.inTime()));
    HistoryRemarks.of(new History(0, List.of(passage.history())))
        .forEach(remark -> remarks.add(name + ": " + remark));
    if (!failures.struck()) {
      remarks.add(
          "%s: %d messages were to fail, and only %d effects were rolled back"
              .formatted(name, failures.messages(), failures.rolledBack()));
    }
    if (!passage.inTime()) {
      remarks.add(name + " did not come to the end");
    }
  }

  /**
   * Notes the next round of a process.
   *
   * @return how many messages it handled in a second, in the second half of the backlog
   */
  double add(String name, Passage passage) {
    check(name, passage);
    Progress progress = passage.progress();
    double speed = progress.perSecondAfter(progress.rows() / 2);
    speeds.add(name, speed);
    if (passage.failures().messages() > 0) {
      lastFree.add(progress.secondsToLast());
      lastHeldUp.add(passage.failures().secondsToLast());
    }
    return speed;
  }

  Findings findings(Map<String, String> parameters) {
    List<Figure> ratios = new ArrayList<>();
    ratios.add(speeds.ratio("waybill_vs_plain_listener", WAYBILL, PLAIN));
    // What one costs is the inverse of how many there are in a second.
    ratios.add(speeds.ratio("duplicate_vs_new", WAYBILL, DUPLICATES));
    List<Figure> figures = new ArrayList<>(speeds.figures(WAYBILL, "effects"));
    figures.addAll(speeds.figures(PLAIN, "effects"));
    figures.addAll(speeds.figures(DUPLICATES, "messages"));
    if (!lastHeldUp.isEmpty()) {
      ratios.add(speeds.ratio("with_one_failure_in_100_vs_plain_listener", FAILING, PLAIN));
      figures.addAll(speeds.figures(FAILING, "effects"));
      figures.add(median(FAILING + ".first-to-last-that-was-free", lastFree));
      figures.add(median(FAILING + ".first-to-last-that-was-held-up", lastHeldUp));
    }
    return new Findings(verdicts, ratios, figures, parameters, remarks);
  }

  private static Figure median(String name, List<Double> seconds) {
    return new Figure(name, Spread.of(seconds).median(), "s");
  }
}
