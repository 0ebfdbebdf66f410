package dev.waybill.cli.subscriptions;

import dev.waybill.contract.subscription.SubscriptionRevision;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table {@code outbox.subscription_revision}: append-only, the newest row counts. */
public final class RevisionTable {

  private static final String COLUMNS = "revision, applied_at, applied_by, reason, document";

  private static final String NEWEST =
      "SELECT " + COLUMNS + " FROM outbox.subscription_revision ORDER BY revision DESC LIMIT 1";

  private static final String ALL =
      "SELECT revision, document FROM outbox.subscription_revision ORDER BY revision";

  private static final String ONE =
      "SELECT " + COLUMNS + " FROM outbox.subscription_revision WHERE revision = ?";

  /** Lets readers go on, and makes a second application wait. */
  private static final String LOCK =
      "LOCK TABLE outbox.subscription_revision IN SHARE ROW EXCLUSIVE MODE";

  /** clock_timestamp(), since this transaction may have waited long for the lock. */
  private static final String INSERT =
      """
      INSERT INTO outbox.subscription_revision (revision, applied_at, applied_by, reason, document)
      VALUES (?, clock_timestamp(), session_user || ' (' || ? || ')', ?, ?)
      RETURNING revision, applied_at, applied_by, reason, document
      """;

  private final Connection connection;

  public RevisionTable(Connection connection) {
    this.connection = connection;
  }

  /** The revision that counts; empty before the first application. */
  public Optional<AppliedRevision> newest() throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(NEWEST)) {
      return read(select);
    }
  }

  /** Every revision that was ever applied, oldest first. */
  public List<SubscriptionRevision> all() throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(ALL);
        ResultSet row = select.executeQuery()) {
      List<SubscriptionRevision> revisions = new ArrayList<>();
      while (row.next()) {
        revisions.add(
            SubscriptionRevision.parse(row.getLong("revision"), row.getString("document")));
      }
      return revisions;
    }
  }

  Optional<AppliedRevision> find(long revision) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(ONE)) {
      select.setLong(1, revision);
      return read(select);
    }
  }

  /**
   * Appends a revision in one transaction, if the revision before it is still the newest.
   * Concurrent calls wait for each other; the later one then finds that it is too late.
   *
   * @param person who is at the keyboard; the role that connected is recorded beside it
   * @throws OvertakenException when another revision was applied meanwhile; nothing is written
   */
  AppliedRevision append(SubscriptionRevision next, String person, String reason)
      throws SQLException, OvertakenException {
    connection.setAutoCommit(false);
    try {
      AppliedRevision applied = lockAndInsert(next, person, reason);
      connection.commit();
      return applied;
    } catch (SQLException | OvertakenException | RuntimeException e) {
      rollBack(e);
      throw e;
    }
  }

  private AppliedRevision lockAndInsert(SubscriptionRevision next, String person, String reason)
      throws SQLException, OvertakenException {
    try (Statement lock = connection.createStatement();
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      lock.execute(LOCK);
      Optional<AppliedRevision> newest = newest();
      if (newest.map(AppliedRevision::number).orElse(0L) != next.revision() - 1) {
        throw new OvertakenException(
            newest.map(AppliedRevision::describe).orElse("no revision is applied any more"));
      }
      insert.setLong(1, next.revision());
      insert.setString(2, person);
      insert.setString(3, reason);
      insert.setString(4, next.toJson());
      return read(insert).orElseThrow();
    }
  }

  private void rollBack(Exception cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private static Optional<AppliedRevision> read(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        return Optional.empty();
      }
      return Optional.of(
          new AppliedRevision(
              SubscriptionRevision.parse(row.getLong("revision"), row.getString("document")),
              row.getObject("applied_at", OffsetDateTime.class).toInstant(),
              row.getString("applied_by"),
              row.getString("reason")));
    }
  }

  /** Another revision was applied between planning and writing; the message tells which. */
  static final class OvertakenException extends Exception {

    private static final long serialVersionUID = 1L;

    OvertakenException(String newest) {
      super(newest);
    }
  }
}
