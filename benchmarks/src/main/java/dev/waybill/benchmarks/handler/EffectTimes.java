package dev.waybill.benchmarks.handler;

import dev.waybill.benchmarks.measure.Progress;
import dev.waybill.lab.effects.Effect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * When the effects of a backlog were written, by the database's clock: those of messages that a
 * failure holds up, by promise until its retry, apart from the others. Not thread-safe.
 */
final class EffectTimes {

  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Predicate<UUID> failsFirst;
  private final Set<UUID> heldUp;
  private final List<Long> free = new ArrayList<>();
  private final List<Long> held = new ArrayList<>();
  private int failed;
  private long lastNumber;

  /**
   * @param failsFirst whether a message fails before it is handled
   * @param heldUp those and all whose key waits for one of them
   */
  EffectTimes(Predicate<UUID> failsFirst, Set<UUID> heldUp) {
    this.failsFirst = failsFirst;
    this.heldUp = heldUp;
  }

  /** Takes the next effect. */
  void note(Effect effect) {
    (heldUp.contains(effect.message()) ? held : free).add(nanos(effect.at()));
    failed += failsFirst.test(effect.message()) ? 1 : 0;
    lastNumber = Math.max(lastNumber, effect.number());
  }

  /** How the messages that no failure holds up came into effect. */
  Progress free() {
    Collections.sort(free);
    Progress progress = new Progress(free.isEmpty() ? 0 : free.get(0));
    for (int i = 0; i < free.size(); i++) {
      progress.reached(free.get(i), i + 1L);
    }
    return progress;
  }

  /** What became of the others. A row that is rolled back keeps its number, which tells of it. */
  Passage.Failures failures() {
    return new Passage.Failures(
        failed, lastNumber - free.size() - held.size(), secondsToLastHeldUp());
  }

  private double secondsToLastHeldUp() {
    if (held.isEmpty() || free.isEmpty()) {
      return Double.NaN;
    }
    return (Collections.max(held) - Collections.min(free)) / SECOND;
  }

  private static long nanos(Instant at) {
    return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
  }
}
