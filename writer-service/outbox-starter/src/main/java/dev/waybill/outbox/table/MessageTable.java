package dev.waybill.outbox.table;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.outbox.refused.VersionHeldBackException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.support.SqlArrayValue;

/**
 * Writes messages: one statement for each call, on the connection of the current transaction.
 * Thread-safe.
 */
public final class MessageTable {

  private static final String STAGE =
      "SELECT outbox.stage_message(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::timestamptz, ?, ?, ?)";
  private static final String STAGE_SEVERAL = "SELECT outbox.stage_messages(?, ?, ?, ?)";
  private static final String STAGE_OPERATION =
      "SELECT outcome, message_ids FROM outbox.stage_operation(?, ?, ?, ?, ?, ?, ?)";

  /** With which {@code outbox.stage_messages} refuses what a subscriber does not read. */
  private static final String HELD_BACK = "WB001";

  private final JdbcTemplate jdbc;

  /** Writes through this data source, which Spring's transactions manage. */
  public MessageTable(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /**
   * Locks the ordering keys, draws the numbers in list order and inserts the rows.
   *
   * @throws VersionHeldBackException when a subscriber does not read the version of one of them
   * @throws MissingPartitionException when nobody made a partition for today
   * @throws org.springframework.dao.DataAccessException when the database refuses
   */
  public void stage(List<StagedMessage> messages) {
    if (messages.size() == 1) {
      explaining(() -> jdbc.execute(STAGE, one(messages.get(0))));
    } else {
      stageSeveral(messages);
    }
  }

  private void stageSeveral(List<StagedMessage> messages) {
    Integer staged =
        explaining(
            () ->
                jdbc.queryForObject(
                    STAGE_SEVERAL,
                    Integer.class,
                    texts(messages, MessageTable::envelope),
                    texts(messages, StagedMessage::payload),
                    texts(messages, StagedMessage::eventRecord),
                    texts(messages, StagedMessage::aggregateType)));
    if (staged == null || staged != messages.size()) {
      throw new IllegalStateException(staged + " of " + messages.size() + " messages were staged");
    }
  }

  /** Hands over the columns in the order of the function. */
  private static PreparedStatementCallback<Boolean> one(StagedMessage message) {
    Envelope envelope = message.envelope();
    MessageType type = envelope.type();
    return statement -> {
      statement.setString(1, envelope.toJson());
      statement.setString(2, message.payload());
      statement.setObject(3, envelope.id().value());
      statement.setString(4, header(envelope, WireHeaders.MESSAGE_KIND));
      statement.setString(5, message.eventRecord());
      statement.setString(6, type.name());
      statement.setInt(7, type.version());
      statement.setString(8, header(envelope, WireHeaders.TENANT_ID));
      statement.setString(9, envelope.visibility().wireName());
      statement.setString(10, message.aggregateType());
      statement.setString(11, header(envelope, WireHeaders.SUBJECT));
      statement.setLong(12, Long.parseLong(String.valueOf(header(envelope, WireHeaders.SEQUENCE))));
      statement.setString(13, envelope.orderingKey().value());
      statement.setString(14, header(envelope, WireHeaders.TIME));
      statement.setString(15, header(envelope, WireHeaders.CORRELATION_ID));
      statement.setString(16, header(envelope, WireHeaders.CAUSATION_ID));
      statement.setString(17, header(envelope, WireHeaders.TRACEPARENT));
      return statement.execute();
    };
  }

  private static @Nullable String header(Envelope envelope, String name) {
    return envelope.header(name).orElse(null);
  }

  private static String envelope(StagedMessage message) {
    return message.envelope().toJson();
  }

  /**
   * As {@link #stage}, unless the operation is on record already.
   *
   * @param requestDigest what the request of a repeat is compared with; null compares nothing
   * @throws VersionHeldBackException when a subscriber does not read the version of one of them
   * @throws MissingPartitionException when nobody made a partition for today
   * @throws org.springframework.dao.DataAccessException when the database refuses
   */
  public OperationOutcome stageOnce(
      String tenant, String key, @Nullable String requestDigest, List<StagedMessage> messages) {
    return Objects.requireNonNull(
        explaining(
            () ->
                jdbc.queryForObject(
                    STAGE_OPERATION,
                    (row, number) -> outcome(row),
                    tenant,
                    key,
                    requestDigest,
                    texts(messages, MessageTable::envelope),
                    texts(messages, StagedMessage::payload),
                    texts(messages, StagedMessage::eventRecord),
                    texts(messages, StagedMessage::aggregateType))));
  }

  private static OperationOutcome outcome(ResultSet row) throws SQLException {
    List<MessageId> ids =
        Arrays.stream((UUID[]) row.getArray("message_ids").getArray()).map(MessageId::new).toList();
    return switch (row.getString("outcome")) {
      case "staged" -> new OperationOutcome.Staged(ids);
      case "repeated" -> new OperationOutcome.Repeated(ids);
      case "conflict" -> new OperationOutcome.Conflict();
      default -> throw new IllegalStateException("outcome " + row.getString("outcome"));
    };
  }

  private static <T> @Nullable T explaining(Supplier<@Nullable T> statement) {
    try {
      return statement.get();
    } catch (DataIntegrityViolationException e) {
      throw isMissingPartition(e) ? new MissingPartitionException(e) : e;
    } catch (DataAccessException e) {
      if (e.getMostSpecificCause() instanceof PSQLException cause
          && HELD_BACK.equals(cause.getSQLState())
          && cause.getServerErrorMessage() != null) {
        throw new VersionHeldBackException(
            String.valueOf(cause.getServerErrorMessage().getMessage()));
      }
      throw e;
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
