package dev.waybill.handler.consume;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * Notices that no broker answers any more. A poll does not tell: it returns empty, as on a quiet
 * night. But a client whose broker is there gets answers all the time, to its fetches and to its
 * heartbeats. Used on the consuming thread.
 */
final class BrokerSilence {

  private static final String GROUP = "consumer-metrics";
  private static final String ANSWERS = "response-total";

  private final Duration longest;
  private final InstantSource clock;
  private @Nullable Metric found;
  private double counted = -1;
  private Instant since;

  /**
   * @param longest silence that is none yet
   */
  BrokerSilence(Duration longest, InstantSource clock) {
    this.longest = longest;
    this.clock = clock;
    this.since = clock.instant();
  }

  /**
   * What is wrong, or null. To be asked after each poll, whose records it must not lose: it throws
   * nothing.
   *
   * @param metrics those of the consumer
   */
  @Nullable String complaint(Map<MetricName, ? extends Metric> metrics) {
    Metric answers = answers(metrics);
    if (answers == null || !(answers.metricValue() instanceof Number count)) {
      return null;
    }
    Instant now = clock.instant();
    if (count.doubleValue() != counted) {
      counted = count.doubleValue();
      since = now;
    }
    return now.isAfter(since.plus(longest))
        ? "no broker answered in " + longest.toSeconds() + " s"
        : null;
  }

  private @Nullable Metric answers(Map<MetricName, ? extends Metric> metrics) {
    if (found == null) {
      found =
          metrics.entrySet().stream()
              .filter(metric -> metric.getKey().group().equals(GROUP))
              .filter(metric -> metric.getKey().name().equals(ANSWERS))
              .findFirst()
              .map(Map.Entry::getValue)
              .orElse(null);
    }
    return found;
  }
}
