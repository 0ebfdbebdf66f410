package dev.waybill.lab.load;

import java.sql.SQLException;
import java.util.List;
import java.util.Random;

/** The shapes that open and end one transaction in each call. */
final class SingleShape implements Shape {
  private final Kind kind;
  private final Transaction transaction;
  private final MessageFactory messages;

  SingleShape(Kind kind, Transaction transaction, MessageFactory messages) {
    this.kind = kind;
    this.transaction = transaction;
    this.messages = messages;
  }

  @Override
  public int write(Random random) throws SQLException {
    int count = kind.smallest() + random.nextInt(kind.largest() - kind.smallest() + 1);
    kind.body().write(transaction, messages, count);
    return count;
  }

  @Override
  public void end(boolean failed) throws SQLException {
    transaction.rollback();
  }

  /**
   * What is written in the transaction.
   *
   * @param smallest least number of messages
   * @param largest most messages
   */
  record Kind(int smallest, int largest, Body body) {
    /** Every kind there is. */
    static List<Kind> all() {
      return List.of(
          new Kind(20, 400, SingleShape::copy),
          new Kind(2, 60, SingleShape::multiRow),
          new Kind(1, 5, SingleShape::staged),
          new Kind(2, 12, SingleShape::savepoint),
          new Kind(1, 80, SingleShape::rollback));
    }
  }

  /** The statements of a transaction, with its end. */
  interface Body {
    void write(Transaction transaction, MessageFactory messages, int count) throws SQLException;
  }

  private static void copy(Transaction transaction, MessageFactory messages, int count)
      throws SQLException {
    transaction.copy(messages.next(count));
    transaction.commit();
  }

  private static void multiRow(Transaction transaction, MessageFactory messages, int count)
      throws SQLException {
    transaction.insert(messages.next(count));
    transaction.commit();
  }

  /** As a service does it. */
  private static void staged(Transaction transaction, MessageFactory messages, int count)
      throws SQLException {
    transaction.stage(messages.next(count));
    transaction.commit();
  }

  /** Rows before and after others that are taken back to a savepoint. */
  private static void savepoint(Transaction transaction, MessageFactory messages, int count)
      throws SQLException {
    transaction.insert(messages.next(count / 2));
    transaction.insertAndTakeBack(messages.next(count));
    transaction.insert(messages.next(count - count / 2));
    transaction.commit();
  }

  private static void rollback(Transaction transaction, MessageFactory messages, int count)
      throws SQLException {
    transaction.insert(messages.next(count));
    transaction.rollback();
  }
}
