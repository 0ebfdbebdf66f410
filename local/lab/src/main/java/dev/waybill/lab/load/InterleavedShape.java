package dev.waybill.lab.load;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Several long transactions that are open at the same time, so that their rows alternate in the WAL
 * and commit in another order than they began. Each has keys of its own: with shared ones they
 * would wait for each other, and this one thread would never end the first.
 */
final class InterleavedShape implements Shape {
  private static final int ROWS_AT_MOST = 5;
  private static final int STEPS_ON_AVERAGE = 20;

  /** Whoever makes a slot waits for the end of every transaction. */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(8);

  private final List<Transaction> transactions;
  private final List<MessageFactory> messages;
  private final long[] begun;

  InterleavedShape(List<Transaction> transactions, List<MessageFactory> messages) {
    this.transactions = transactions;
    this.messages = messages;
    this.begun = new long[transactions.size()];
    Arrays.fill(begun, System.nanoTime());
  }

  @Override
  public int write(Random random) throws SQLException {
    int which = oldOne().orElse(random.nextInt(transactions.size()));
    Transaction transaction = transactions.get(which);
    int count = 1 + random.nextInt(ROWS_AT_MOST);
    transaction.insert(messages.get(which).next(count));
    if (random.nextInt(STEPS_ON_AVERAGE) == 0 || isOld(which)) {
      begun[which] = System.nanoTime();
      if (random.nextInt(5) == 0) {
        transaction.rollback();
      } else {
        transaction.commit();
      }
    }
    return count;
  }

  private OptionalInt oldOne() {
    return IntStream.range(0, begun.length).filter(this::isOld).findFirst();
  }

  private boolean isOld(int which) {
    return System.nanoTime() - begun[which] > LONGEST_NANOS;
  }

  @Override
  public void end(boolean failed) throws SQLException {
    for (Transaction transaction : transactions) {
      if (failed) {
        transaction.rollback();
      } else {
        transaction.commit();
      }
    }
  }
}
