package dev.waybill.handler.settings;

import dev.waybill.workqueue.retry.Backoff;
import dev.waybill.workqueue.retry.Jitter;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a failing message is tried again. The pause after an attempt counts from its failure.
 *
 * @param pauses A pause for each attempt after the first; the failure after the last pause is a
 *     dead letter.
 * @param jitter The share of a pause that may be taken away by chance, from 0 to 1.
 * @param exponential Growing pauses in place of the list.
 */
public record RetryProperties(
    @DefaultValue({"1m", "5m", "30m"}) List<Duration> pauses,
    @DefaultValue("0.1") double jitter,
    @Nullable Exponential exponential) {

  public RetryProperties {
    pauses = List.copyOf(pauses);
  }

  /** Names what is out of range as the place where it is set calls it. */
  void check(Bounds bounds) {
    bounds.require(
        pauses.stream().noneMatch(Duration::isNegative), "pauses are negative: " + pauses);
    bounds.require("jitter", jitter, 0, 1);
    if (exponential != null) {
      exponential.check(new Bounds(bounds.group() + "exponential."));
    }
  }

  RetryPolicy policy() {
    Jitter share = new Jitter(jitter);
    return exponential == null
        ? new RetryPolicy.Schedule(pauses, share)
        : new RetryPolicy.Exponential(exponential.backoff(share), exponential.attempts());
  }

  /**
   * Pauses that grow.
   *
   * @param firstPause The pause after the first attempt.
   * @param factor What each pause is multiplied by, from 1.
   * @param longestPause The bound that the pauses grow to.
   * @param attempts How many attempts there are, with the first.
   */
  public record Exponential(
      @DefaultValue("1m") Duration firstPause,
      @DefaultValue("5") double factor,
      @DefaultValue("30m") Duration longestPause,
      @DefaultValue("4") int attempts) {

    private static final int LARGEST_FACTOR = 1_000;

    private void check(Bounds bounds) {
      bounds.require(
          firstPause.toMillis() >= 1, "first-pause is " + firstPause + ", shorter than 1ms");
      bounds.notLonger("first-pause", firstPause, "longest-pause", longestPause);
      bounds.require("factor", factor, 1, LARGEST_FACTOR);
      bounds.atLeast("attempts", attempts, 1);
    }

    private Backoff backoff(Jitter jitter) {
      return new Backoff(firstPause, factor, longestPause, jitter);
    }
  }
}
