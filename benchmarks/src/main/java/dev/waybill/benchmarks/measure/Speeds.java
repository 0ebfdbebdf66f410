package dev.waybill.benchmarks.measure;

import dev.waybill.benchmarks.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** How fast each of several did the same work, round by round. Not thread-safe. */
public final class Speeds {

  private final Map<String, List<Double>> byName = new LinkedHashMap<>();

  /** Notes the speed of the next round. */
  public void add(String name, double perSecond) {
    byName.computeIfAbsent(name, key -> new ArrayList<>()).add(perSecond);
  }

  /** The median over the rounds of one's speed divided by the other's in the same round. */
  public Figure ratio(String name, String one, String other) {
    List<Double> ratios = new ArrayList<>();
    List<Double> own = of(one);
    List<Double> others = of(other);
    for (int i = 0; i < own.size(); i++) {
      ratios.add(own.get(i) / others.get(i));
    }
    return new Figure(name, Spread.of(ratios).median(), "x");
  }

  /**
   * Minimum, median and maximum of one.
   *
   * @param what is counted, in the words of figures
   */
  public List<Figure> figures(String name, String what) {
    return Spread.of(of(name)).figures(name + "." + what + "-per-second", "1/s");
  }

  private List<Double> of(String name) {
    return Objects.requireNonNull(byName.get(name), name);
  }
}
