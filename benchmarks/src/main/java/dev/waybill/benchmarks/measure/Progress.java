package dev.waybill.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;

/** How many rows had come through at which instants. Not thread-safe. */
public final class Progress {

  private static final double NANOS = 1e9;

  private final long started;
  private final List<Point> points = new ArrayList<>();

  /**
   * @param started when the contestant was started, by the clock of the points
   */
  public Progress(long started) {
    this.started = started;
  }

  /** Notes a count; one that is not greater than the last says nothing new. */
  public void reached(long instant, long rows) {
    if (rows > rows()) {
      points.add(new Point(instant, rows));
    }
  }

  /** How many rows came through so far. */
  public long rows() {
    return points.isEmpty() ? 0 : points.get(points.size() - 1).rows();
  }

  /** The same instants with counts that end at {@code rows}: for counts of something like rows. */
  public Progress scaledTo(long rows) {
    Progress scaled = new Progress(started);
    for (Point point : points) {
      scaled.reached(point.instant(), Math.round((double) point.rows() * rows / rows()));
    }
    return scaled;
  }

  /**
   * Rows in a second, counted from the first instant at which {@code warmUp} rows were through.
   *
   * @throws IllegalStateException when nothing came after that
   */
  public double perSecondAfter(long warmUp) {
    if (points.isEmpty()) {
      throw new IllegalStateException("nothing came through");
    }
    Point first =
        points.stream().filter(point -> point.rows() >= warmUp).findFirst().orElse(points.get(0));
    Point last = points.get(points.size() - 1);
    if (last.instant() <= first.instant()) {
      throw new IllegalStateException("nothing came through after " + first.rows() + " rows");
    }
    return (last.rows() - first.rows()) / ((last.instant() - first.instant()) / NANOS);
  }

  /** Seconds from the start to the first row. */
  public double secondsToFirst() {
    return points.isEmpty() ? Double.NaN : (points.get(0).instant() - started) / NANOS;
  }

  /** Seconds from the start to the last row. */
  public double secondsToLast() {
    return points.isEmpty()
        ? Double.NaN
        : (points.get(points.size() - 1).instant() - started) / NANOS;
  }

  private record Point(long instant, long rows) {}
}
