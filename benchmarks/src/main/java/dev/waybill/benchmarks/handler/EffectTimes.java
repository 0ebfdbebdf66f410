package dev.waybill.benchmarks.handler;

import dev.waybill.benchmarks.measure.Progress;
import dev.waybill.lab.effects.Effect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * When the effects of a backlog were written, by the database's clock: those of messages that
 * failed first apart from the others. Not thread-safe.
 */
final class EffectTimes {

  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Predicate<UUID> failsFirst;
  private final List<Long> sound = new ArrayList<>();
  private final List<Long> failed = new ArrayList<>();
  private long lastNumber;

  /**
   * @param failsFirst whether a message fails before it is handled
   */
  EffectTimes(Predicate<UUID> failsFirst) {
    this.failsFirst = failsFirst;
  }

  /** Takes the next effect. */
  void note(Effect effect) {
    (failsFirst.test(effect.message()) ? failed : sound).add(nanos(effect.at()));
    lastNumber = Math.max(lastNumber, effect.number());
  }

  /** How the messages that never fail came into effect. */
  Progress sound() {
    Collections.sort(sound);
    Progress progress = new Progress(sound.isEmpty() ? 0 : sound.get(0));
    for (int i = 0; i < sound.size(); i++) {
      progress.reached(sound.get(i), i + 1L);
    }
    return progress;
  }

  /** What became of the others. A row that is rolled back keeps its number, which tells of it. */
  Passage.Failures failures() {
    return new Passage.Failures(
        failed.size(), lastNumber - sound.size() - failed.size(), secondsToLastFailed());
  }

  private double secondsToLastFailed() {
    if (failed.isEmpty() || sound.isEmpty()) {
      return Double.NaN;
    }
    return (Collections.max(failed) - Collections.min(sound)) / SECOND;
  }

  private static long nanos(Instant at) {
    return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
  }
}
