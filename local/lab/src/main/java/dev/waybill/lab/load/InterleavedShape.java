package dev.waybill.lab.load;

import java.sql.SQLException;
import java.util.List;
import java.util.Random;

/**
 * Several long transactions that are open at the same time, so that their rows alternate in the WAL
 * and commit in another order than they began. Each has keys of its own: with shared ones they
 * would wait for each other, and this one thread would never end the first.
 */
final class InterleavedShape implements Shape {
  private static final int ROWS_AT_MOST = 5;
  private static final int STEPS_ON_AVERAGE = 20;

  private final List<Transaction> transactions;
  private final List<MessageFactory> messages;

  InterleavedShape(List<Transaction> transactions, List<MessageFactory> messages) {
    this.transactions = transactions;
    this.messages = messages;
  }

  @Override
  public int write(Random random) throws SQLException {
    int which = random.nextInt(transactions.size());
    Transaction transaction = transactions.get(which);
    int count = 1 + random.nextInt(ROWS_AT_MOST);
    transaction.insert(messages.get(which).next(count));
    if (random.nextInt(STEPS_ON_AVERAGE) == 0) {
      if (random.nextInt(5) == 0) {
        transaction.rollback();
      } else {
        transaction.commit();
      }
    }
    return count;
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
