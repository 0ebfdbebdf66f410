package dev.waybill.outbox.table;

import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SqlArrayValue;

/**
 * Writes messages: one statement for each call, on the connection of the current transaction.
 * Thread-safe.
 */
public final class MessageTable {

  private static final String STAGE = "SELECT outbox.stage_messages(?, ?, ?, ?)";

  private final JdbcTemplate jdbc;

  /** Writes through this data source, which Spring's transactions manage. */
  public MessageTable(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /**
   * Locks the ordering keys, draws the numbers in list order and inserts the rows.
   *
   * @throws MissingPartitionException when nobody made a partition for today
   * @throws org.springframework.dao.DataAccessException when the database refuses
   */
  public void stage(List<StagedMessage> messages) {
    Integer staged;
    try {
      staged =
          jdbc.queryForObject(
              STAGE,
              Integer.class,
              texts(messages, StagedMessage::envelope),
              texts(messages, StagedMessage::payload),
              texts(messages, StagedMessage::eventRecord),
              texts(messages, StagedMessage::aggregateType));
    } catch (DataIntegrityViolationException e) {
      throw isMissingPartition(e) ? new MissingPartitionException(e) : e;
    }
    if (staged == null || staged != messages.size()) {
      throw new IllegalStateException(staged + " of " + messages.size() + " messages were staged");
    }
  }

  private static SqlArrayValue texts(
      List<StagedMessage> messages, Function<StagedMessage, String> part) {
    return new SqlArrayValue("text", messages.stream().map(part).toArray(Object[]::new));
  }

  /** A row without a partition is a check violation that names no constraint. */
  private static boolean isMissingPartition(DataIntegrityViolationException e) {
    return e.getMostSpecificCause() instanceof PSQLException cause
        && PSQLState.CHECK_VIOLATION.getState().equals(cause.getSQLState())
        && cause.getServerErrorMessage() != null
        && cause.getServerErrorMessage().getConstraint() == null;
  }
}
