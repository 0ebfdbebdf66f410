package dev.waybill.benchmarks.drain;

import dev.waybill.benchmarks.measure.Progress;
import dev.waybill.benchmarks.measure.Speeds;
import dev.waybill.benchmarks.measure.Spread;
import dev.waybill.benchmarks.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What every contestant did in every round. Not thread-safe. */
final class Rounds {

  private final long rows;
  private final long warmUp;
  private final Map<String, List<Progress>> byName = new LinkedHashMap<>();
  private final Speeds speeds = new Speeds();

  /**
   * @param rows of each backlog, the warm-up included
   * @param warmUp so many of its first rows are not measured
   */
  Rounds(long rows, long warmUp) {
    this.rows = rows;
    this.warmUp = warmUp;
  }

  /** Notes one drain. */
  void add(String contestant, Progress progress) {
    byName.computeIfAbsent(contestant, name -> new ArrayList<>()).add(progress);
    speeds.add(contestant, progress.perSecondAfter(warmUp));
  }

  /** Whether every contestant always read the whole backlog and nothing else. */
  boolean complete() {
    return byName.values().stream().flatMap(List::stream).allMatch(one -> one.rows() == rows);
  }

  /** The median over the rounds of one's speed divided by the other's in the same round. */
  Figure ratio(String name, String contestant, String reference) {
    return speeds.ratio(name, contestant, reference);
  }

  /** Rows in a second, and how long it took from the start of the contestant. */
  List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    byName.forEach(
        (name, rounds) -> {
          figures.addAll(speeds.figures(name, "rows"));
          figures.add(median(name + ".start-to-first", rounds, true));
          figures.add(median(name + ".start-to-last", rounds, false));
        });
    return figures;
  }

  private static Figure median(String name, List<Progress> rounds, boolean first) {
    return new Figure(
        name,
        Spread.of(
                rounds.stream()
                    .map(one -> first ? one.secondsToFirst() : one.secondsToLast())
                    .toList())
            .median(),
        "s");
  }
}
