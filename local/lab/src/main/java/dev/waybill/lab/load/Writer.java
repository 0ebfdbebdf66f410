package dev.waybill.lab.load;

import java.sql.SQLException;
import java.util.Random;
import java.util.Set;

/** A thread's loop: one shape over and over, at the common pace, until told to stop. */
final class Writer implements Runnable {
  /** Deadlock and lock timeout: the server rolled back, as it does for any service. */
  private static final Set<String> LOST_RACES = Set.of("40P01", "55P03");

  private final Shape shape;
  private final Pace pace;
  private final Random random;
  private volatile boolean stopping;

  Writer(Shape shape, Pace pace, Random random) {
    this.shape = shape;
    this.pace = pace;
    this.random = random;
  }

  /** Lets the loop end after its present transaction. */
  void stop() {
    stopping = true;
  }

  @Override
  public void run() {
    try {
      while (!stopping && !Thread.currentThread().isInterrupted()) {
        rollingBackOnLoss(() -> pace.await(shape.write(random)));
      }
      rollingBackOnLoss(() -> shape.end(false));
    } catch (SQLException e) {
      throw new IllegalStateException("a writer failed", e);
    }
  }

  /** Where a service would answer with an error, so that its client tries again, or not. */
  private void rollingBackOnLoss(Step step) throws SQLException {
    try {
      step.run();
    } catch (SQLException e) {
      if (!LOST_RACES.contains(String.valueOf(e.getSQLState())) && !OutboxConnection.isLost(e)) {
        throw e;
      }
      shape.end(true);
    }
  }

  private interface Step {
    void run() throws SQLException;
  }
}
