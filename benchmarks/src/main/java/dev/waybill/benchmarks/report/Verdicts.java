package dev.waybill.benchmarks.report;

/**
 * Whether the figures of a run mean anything.
 *
 * @param correct nothing was lost, doubled, invented or reordered
 * @param loadReached the load was as heavy as asked for, so that a slow generator is not taken for
 *     a fast system
 * @param keptUp the system was not left behind when the load ended
 */
public record Verdicts(boolean correct, boolean loadReached, boolean keptUp) {

  /** The verdict on a run of which nothing bad is known yet. */
  public static Verdicts good() {
    return new Verdicts(true, true, true);
  }

  /** Good only where both are. */
  public Verdicts and(Verdicts other) {
    return new Verdicts(
        correct && other.correct, loadReached && other.loadReached, keptUp && other.keptUp);
  }

  /** Whether the figures count. */
  public boolean allGood() {
    return correct && loadReached && keptUp;
  }
}
