package dev.waybill.workqueue;

import dev.waybill.workqueue.shape.StateName;
import dev.waybill.workqueue.shape.WorkTable;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A table of work that several processes share. A row is claimed under a lease, worked on with no
 * transaction open, and its outcome recorded under the same lease. All times are the database's.
 *
 * <p>It guarantees that a row is under one lease at a time; that of each group only the earliest
 * unfinished row is claimed, and no other of its group is under a lease then; that what is recorded
 * under an older claim changes nothing; that a claim whose owner is gone is claimed again after its
 * lease. A worker that was frozen may still be at its work then: only its records are refused.
 *
 * <p>Every method joins the caller's transaction if there is one, so that a claim can be bound to
 * another lease and an outcome to its effects; otherwise it is a short transaction of its own.
 * Nothing waits for another claimer's lock. When the database does not answer, the exceptions are
 * Spring's, and nothing was counted. Thread-safe.
 */
public final class WorkQueue {

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final WorkTable table;
  private final ClaimStatements claims;
  private final RecordSql records;

  /**
   * A queue over a table.
   *
   * @param jdbc of the data source that {@code transactions} governs
   */
  public WorkQueue(JdbcClient jdbc, PlatformTransactionManager transactions, WorkTable table) {
    this.jdbc = jdbc;
    this.table = table;
    this.claims = new ClaimStatements(jdbc, table);
    this.records = new RecordSql(table);
    this.transaction = new TransactionTemplate(transactions);
    this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
  }

  /**
   * Claims due rows that are unclaimed or whose lease expired: the first of each tenant, then the
   * second of each, and so on; in the order of next attempt and arrival within a tenant. The next
   * claim from this queue begins behind the tenant that was served last, so turns are taken also
   * when fewer rows are asked for than there are tenants. Rows that another transaction holds at
   * this moment are passed over, so fewer than the limit does not mean that nothing is left.
   *
   * @throws IllegalStateException in a transaction that is not READ COMMITTED
   */
  public List<Claim> claim(ClaimRequest request) {
    return Objects.requireNonNull(transaction.execute(status -> claims.claim(request)));
  }

  /** Makes the lease last from now on; stale when it was over already. */
  public Recording renew(Claim claim, Duration lease) {
    return record(under(claim, records.renew()).param("queue_seconds", seconds(lease)), claim);
  }

  /** Notes that the work begins; stale when the lease is over, and then it must not begin. */
  public Recording start(Claim claim) {
    return record(under(claim, records.start()), claim);
  }

  /**
   * Gives the row back as if it had not been claimed: the attempt does not count, and it is due as
   * before. For an outage that is not the row's fault, and for a process that ends in order.
   */
  public Recording release(Claim claim) {
    return record(under(claim, records.release()), claim);
  }

  /**
   * As {@link #release}, but due only after a while: for a row that something else is in the way
   * of.
   */
  public Recording postpone(Claim claim, Duration delay) {
    return record(under(claim, records.postpone()).param("queue_seconds", seconds(delay)), claim);
  }

  /**
   * Records a failure that is tried again.
   *
   * @param error sanitised by the caller; cut and cleaned only so far that it can be stored
   */
  public Recording retry(Claim claim, Duration delay, String error) {
    return record(
        under(claim, records.retry())
            .param("queue_seconds", seconds(delay))
            .param("queue_error", StorableText.of(error)),
        claim);
  }

  /** Records the end of the work in one of the table's end states; the last error stays. */
  public Recording finish(Claim claim, StateName end) {
    return finish(claim, end, null);
  }

  /**
   * Records the end of the work in one of the table's end states.
   *
   * @param error why it ended so, sanitised by the caller; null keeps the last one
   */
  public Recording finish(Claim claim, StateName end, @Nullable String error) {
    if (!table.states().isEnd(end)) {
      throw new IllegalArgumentException(table.name() + ": no work ends in " + end.text());
    }
    return record(
        under(claim, records.finish())
            .param("queue_state", end.text())
            .param("queue_error", error == null ? null : StorableText.of(error)),
        claim);
  }

  /**
   * Takes up to {@code limit} expired claims from their owners. Claiming does not need it, for it
   * finds them itself: it is for an operator who wants to see them pending.
   *
   * @param parameters of the table's condition
   * @return how many there were
   */
  public int recoverStale(int limit, Map<String, Object> parameters) {
    return jdbc.sql(records.recover()).params(parameters).param("queue_limit", limit).update();
  }

  /**
   * Counts what has not ended, in one statement that reads an index entry for each such row.
   *
   * @param parameters of the table's condition
   */
  public WorkCounts count(Map<String, Object> parameters) {
    return jdbc.sql(records.count())
        .params(parameters)
        .query(
            (row, index) ->
                new WorkCounts(
                    row.getLong("pending"),
                    row.getLong("waiting"),
                    row.getLong("due"),
                    row.getLong("processing"),
                    row.getLong("expired"),
                    duration(row.getBigDecimal("oldest_due_seconds"))))
        .single();
  }

  private StatementSpec under(Claim claim, String sql) {
    Collection<Object[]> key = List.<Object[]>of(claim.key().values().toArray());
    return jdbc.sql(sql)
        .param("queue_keys", key)
        .param("queue_owner", claim.owner())
        .param("queue_fencing", claim.fencingValue());
  }

  private static Recording record(StatementSpec statement, Claim claim) {
    return statement
        .query(
            (row, index) ->
                (Recording) new Recording.Recorded(row.getString("state"), instant(row)))
        .optional()
        .orElseGet(() -> new Recording.Stale(claim));
  }

  private static Instant instant(ResultSet row) throws SQLException {
    return row.getObject("next_attempt_at", OffsetDateTime.class).toInstant();
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static Duration duration(BigDecimal seconds) {
    return Duration.ofMillis(seconds.movePointRight(3).longValue());
  }
}
