package dev.waybill.benchmarks.measure;

import dev.waybill.benchmarks.report.Figure;
import java.util.List;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * A histogram of durations, precise to three digits from a microsecond to two minutes. Thread-safe.
 */
public final class Latencies {

  private static final long MOST_MICROS = 120_000_000;
  private static final double MICROS_IN_MILLI = 1_000;

  private final Histogram micros = new ConcurrentHistogram(MOST_MICROS, 3);

  /** Notes a duration; what is below zero or above the range counts as its end. */
  public void record(long nanos) {
    micros.recordValue(Math.min(MOST_MICROS, Math.max(0, nanos / 1_000)));
  }

  /** How many were noted. */
  public long count() {
    return micros.getTotalCount();
  }

  /** The duration that so many percent do not exceed, in milliseconds. */
  public double millisAt(double percentile) {
    return micros.getValueAtPercentile(percentile) / MICROS_IN_MILLI;
  }

  /** Median, 99th percentile and maximum, named after what was measured. */
  public List<Figure> figures(String name) {
    return List.of(
        new Figure(name + ".p50", millisAt(50), "ms"),
        new Figure(name + ".p99", millisAt(99), "ms"),
        new Figure(name + ".max", micros.getMaxValue() / MICROS_IN_MILLI, "ms"));
  }
}
