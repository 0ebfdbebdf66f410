package dev.waybill.benchmarks.measure;

import dev.waybill.benchmarks.report.Figure;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** A few repetitions of one measurement. */
public record Spread(List<Double> values) {

  /**
   * Values are copied and put in order.
   *
   * @throws IllegalArgumentException when there is none
   */
  public Spread {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    values = values.stream().sorted().toList();
  }

  /** Of these repetitions. */
  public static Spread of(Collection<Double> values) {
    return new Spread(List.copyOf(values));
  }

  /** Of these repetitions. */
  public static Spread of(double... values) {
    return new Spread(Arrays.stream(values).boxed().toList());
  }

  /** The one in the middle, or halfway between the two. */
  public double median() {
    int half = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(half)
        : (values.get(half - 1) + values.get(half)) / 2;
  }

  /** The greatest. */
  public double max() {
    return values.get(values.size() - 1);
  }

  /** Minimum, median and maximum, named after what was measured. */
  public List<Figure> figures(String name, String unit) {
    return List.of(
        new Figure(name + ".min", values.get(0), unit),
        new Figure(name + ".median", median(), unit),
        new Figure(name + ".max", max(), unit));
  }
}
