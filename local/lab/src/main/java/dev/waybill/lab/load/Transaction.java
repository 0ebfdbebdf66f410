package dev.waybill.lab.load;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** One transaction's messages, noted in the journal when its outcome is known. Not thread-safe. */
final class Transaction {
  private final OutboxConnection connection;
  private final Journal journal;
  private final List<Message> written = new ArrayList<>();

  Transaction(OutboxConnection connection, Journal journal) {
    this.connection = connection;
    this.journal = journal;
  }

  void insert(List<Message> messages) throws SQLException {
    // Noted before the attempt: what fails is rolled back, and must not be seen either.
    written.addAll(messages);
    connection.insert(messages);
  }

  void copy(List<Message> messages) throws SQLException {
    written.addAll(messages);
    connection.copy(messages);
  }

  void stage(List<Message> messages) throws SQLException {
    written.addAll(messages);
    connection.stage(messages);
  }

  /** Inserts behind a savepoint and goes back to it, so that these messages never were. */
  void insertAndTakeBack(List<Message> messages) throws SQLException {
    var savepoint = connection.savepoint();
    journal.rolledBack(messages);
    connection.insert(messages);
    connection.rollback(savepoint);
  }

  /**
   * Commits.
   *
   * @throws SQLException when the server did not say that it has; whether it has is not known then
   */
  void commit() throws SQLException {
    try {
      connection.commit();
    } catch (SQLException e) {
      journal.unknown(written);
      written.clear();
      throw e;
    }
    journal.committed(written);
    written.clear();
  }

  /** Takes everything back; a connection that was lost, and so took it back itself, is replaced. */
  void rollback() throws SQLException {
    journal.rolledBack(written);
    written.clear();
    connection.rollback();
  }
}
