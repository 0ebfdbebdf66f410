package dev.waybill.handler.inbox;

import dev.waybill.contract.subscription.HandlerId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What operators change in {@code inbox.delivery}; each statement guards the state that it begins
 * from. In the caller's transaction. Thread-safe.
 */
public final class OperatorChanges {

  private static final String MAKE_DUE =
      """
      UPDATE inbox.delivery SET next_attempt_at = clock_timestamp()
      WHERE handler = ? AND message_id = ? AND state = 'retry_scheduled'
      """;

  private static final String SCHEDULED =
      """
      d.handler = :handler AND d.state = 'retry_scheduled'
        AND d.last_failed_at <= :failed_before
        AND d.next_attempt_at > clock_timestamp()
        AND (:code::text IS NULL OR d.error_code = :code)
        AND (:tenant::text IS NULL OR d.tenant_id = :tenant)""";

  private static final String COUNT_SCHEDULED =
      """
      SELECT d.error_code, count(*) AS deliveries FROM inbox.delivery AS d
      WHERE %s
      GROUP BY d.error_code
      ORDER BY deliveries DESC, d.error_code
      """
          .formatted(SCHEDULED);

  /** In the order of arrival, so that two such statements cannot deadlock. */
  private static final String MAKE_SCHEDULED_DUE =
      """
      UPDATE inbox.delivery AS changed SET next_attempt_at = clock_timestamp()
      WHERE (changed.handler, changed.message_id) IN (
        -- SKIP LOCKED: it is being claimed at this moment, so it is due without us.
        SELECT d.handler, d.message_id FROM inbox.delivery AS d
        WHERE %s
        ORDER BY d.arrival FOR UPDATE SKIP LOCKED)
      """
          .formatted(SCHEDULED);

  /** The trigger forgets the bytes and dates the end. */
  private static final String IGNORE =
      """
      UPDATE inbox.delivery SET state = 'ignored'
      WHERE handler = ? AND message_id = ? AND state = 'dead_letter'
      """;

  private final JdbcClient jdbc;

  public OperatorChanges(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /**
   * Deliveries of one handler that are scheduled for another attempt that is not due.
   *
   * @param failedBefore whose last failure was not later
   * @param errorCode of their last failure; null for any
   * @param tenant whose they have to be; null for anybody's
   */
  public record Scheduled(
      HandlerId handler,
      Instant failedBefore,
      @Nullable String errorCode,
      @Nullable String tenant) {}

  /** How many deliveries failed for one reason. */
  public record CodeCount(String errorCode, long deliveries) {}

  /** The clock of the database, which is that of every time in the inbox. */
  public Instant now() {
    return jdbc.sql("SELECT clock_timestamp()").query(OffsetDateTime.class).single().toInstant();
  }

  /** Lets a scheduled attempt be due now; false when none is scheduled. */
  public boolean makeDue(HandlerId handler, UUID messageId) {
    return jdbc.sql(MAKE_DUE).params(handler.value(), messageId).update() == 1;
  }

  /** How many are selected, by the reason why they failed, the most frequent first. */
  public List<CodeCount> count(Scheduled selected) {
    return bind(COUNT_SCHEDULED, selected)
        .query((row, index) -> new CodeCount(row.getString(1), row.getLong(2)))
        .list();
  }

  /** Lets all that are selected be due now; tells how many. */
  public int makeDue(Scheduled selected) {
    return bind(MAKE_SCHEDULED_DUE, selected).update();
  }

  /** Ends a dead letter, so that it holds nothing up any more; false when it is none. */
  public boolean ignore(HandlerId handler, UUID messageId) {
    return jdbc.sql(IGNORE).params(handler.value(), messageId).update() == 1;
  }

  private JdbcClient.StatementSpec bind(String sql, Scheduled selected) {
    return jdbc.sql(sql)
        .param("handler", selected.handler().value())
        .param("failed_before", selected.failedBefore().atOffset(ZoneOffset.UTC))
        .param("code", selected.errorCode())
        .param("tenant", selected.tenant());
  }
}
