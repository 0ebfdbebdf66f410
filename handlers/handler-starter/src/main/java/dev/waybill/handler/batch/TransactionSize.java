package dev.waybill.handler.batch;

/**
 * How many steps one transaction takes. Since a failure makes those before it run again, large
 * transactions are cheap only while nothing fails: so half as many after a failure, and twice as
 * many after each full one that passed. Outlives a batch; not thread-safe.
 */
public final class TransactionSize {

  /** Less than that saves no more: a transaction costs as much as some ten steps of it. */
  private static final int LEAST = 16;

  private final int most;
  private int steps;

  /**
   * @param most as many as a batch may have; where it begins
   */
  public TransactionSize(int most) {
    this.most = most;
    this.steps = most;
  }

  int steps() {
    return steps;
  }

  /** A step of a first try failed. */
  void failed() {
    steps = Math.max(Math.min(LEAST, most), steps / 2);
  }

  /** A first try of so many steps passed. */
  void passed(int tried) {
    if (tried >= steps) {
      steps = (int) Math.min(most, 2L * steps);
    }
  }
}
