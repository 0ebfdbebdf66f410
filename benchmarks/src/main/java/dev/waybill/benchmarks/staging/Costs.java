package dev.waybill.benchmarks.staging;

import dev.waybill.benchmarks.measure.Speeds;
import dev.waybill.benchmarks.measure.Spread;
import dev.waybill.benchmarks.report.Figure;
import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.report.Verdicts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The outcomes of all rounds. Not thread-safe. */
final class Costs {

  private static final List<String> NAMES =
      List.of(Unstaged.NAME, Staged.NAME, UpdateInPlace.NAME, InsertOnly.NAME);

  private final Speeds speeds = new Speeds();
  private final Map<String, List<Double>> wal = new LinkedHashMap<>();
  private final Map<String, List<Double>> dead = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();
  private Verdicts verdicts = Verdicts.good();

  /**
   * Notes the outcome of the next round of one contender.
   *
   * @param deadRows versions of rows that it left dead
   */
  void add(String name, Outcome outcome, long deadRows) {
    speeds.add(name, outcome.perSecond());
    wal.computeIfAbsent(name, key -> new ArrayList<>())
        .add((double) outcome.walBytes() / outcome.transactions());
    dead.computeIfAbsent(name, key -> new ArrayList<>())
        .add((double) deadRows / outcome.transactions());
    verdicts =
        verdicts.and(
            new Verdicts(outcome.correct(), outcome.transactions() > 0, outcome.settled()));
    if (!outcome.correct()) {
      remarks.add(name + ": the tables do not hold what was committed");
    }
    if (!outcome.settled()) {
      remarks.add(name + ": messages were still pending after the load");
    }
  }

  Findings findings(Map<String, String> parameters) {
    List<Figure> figures = new ArrayList<>();
    for (String name : NAMES) {
      figures.addAll(speeds.figures(name, "transactions"));
    }
    for (String name : List.of(Staged.NAME, UpdateInPlace.NAME)) {
      double change = median(wal, Unstaged.NAME);
      figures.add(new Figure(name + ".wal-bytes-per-message", median(wal, name) - change, "B"));
      figures.add(new Figure(name + ".dead-rows-per-message", median(dead, name), "rows"));
    }
    figures.add(new Figure("unstaged.wal-bytes-per-transaction", median(wal, Unstaged.NAME), "B"));
    return new Findings(
        verdicts,
        List.of(
            speeds.ratio("staged_vs_unstaged", Staged.NAME, Unstaged.NAME),
            speeds.ratio("update_in_place_vs_unstaged", UpdateInPlace.NAME, Unstaged.NAME),
            speeds.ratio("insert_only_vs_unstaged", InsertOnly.NAME, Unstaged.NAME)),
        figures,
        parameters,
        remarks);
  }

  private static double median(Map<String, List<Double>> values, String name) {
    return Spread.of(values.getOrDefault(name, List.of())).median();
  }
}
