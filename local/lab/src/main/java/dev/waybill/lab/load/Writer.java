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
        writeOnce();
      }
      shape.end(false);
    } catch (SQLException e) {
      throw new IllegalStateException("a writer failed", e);
    }
  }

  private void writeOnce() throws SQLException {
    try {
      pace.await(shape.write(random));
    } catch (SQLException e) {
      if (!LOST_RACES.contains(e.getSQLState())) {
        throw e;
      }
      shape.end(true);
    }
  }
}
