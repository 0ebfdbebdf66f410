package dev.waybill.activity.store;

import dev.waybill.activity.refused.IdempotencyKeyReusedException;
import dev.waybill.activity.refused.RequestInProgressException;
import dev.waybill.activity.repeat.Answer;
import dev.waybill.activity.repeat.Answers;
import dev.waybill.activity.repeat.Claim;
import dev.waybill.activity.schema.ActivitySchema;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Table {@code activity.answer}. Thread-safe. */
@Repository
class AnswerTable implements Answers {

  private static final String FIND =
      """
      SELECT fingerprint, status, location, body FROM activity.find_answer(:tenant, :key)
      """;
  private static final String INSERT =
      """
      INSERT INTO activity.answer (tenant_id, idempotency_key, fingerprint, answered_at, status,
        location, body)
      VALUES (:tenant, :key, :fingerprint, clock_timestamp(), :status, :location, :body)
      """;

  private static final String FORGET =
      """
      DELETE FROM activity.answer
      WHERE (tenant_id, idempotency_key) IN (
        SELECT tenant_id, idempotency_key FROM activity.answer
        WHERE answered_at < clock_timestamp() - make_interval(secs => :seconds)
        ORDER BY answered_at
        LIMIT :most)
      """;

  /** SQLSTATE of a lock that was waited for in vain. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  /**
   * @param schema taken so that the tables are right before anybody asks
   */
  AnswerTable(JdbcClient jdbc, PlatformTransactionManager transactions, ActivitySchema schema) {
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
  }

  @Override
  public Optional<Answer> find(Claim claim) {
    Optional<Stored> stored;
    try {
      stored =
          jdbc.sql(FIND)
              .param("tenant", claim.tenant().value())
              .param("key", claim.key().value())
              .query(Stored.class)
              .optional();
    } catch (DataAccessException e) {
      throw isLockTimeout(e) ? new RequestInProgressException(e) : e;
    }
    if (stored.isPresent() && !stored.get().fingerprint().equals(claim.fingerprint())) {
      throw new IdempotencyKeyReusedException();
    }
    return stored.map(Stored::answer);
  }

  @Override
  public void keep(Claim claim, Answer answer) {
    int rows =
        jdbc.sql(INSERT)
            .param("tenant", claim.tenant().value())
            .param("key", claim.key().value())
            .param("fingerprint", claim.fingerprint())
            .param("status", answer.status())
            .param("location", answer.location())
            .param("body", answer.body())
            .update();
    if (rows != 1) {
      throw new IllegalStateException("an answer was kept in " + rows + " rows in place of one");
    }
  }

  @Override
  public int forget(Duration age, int most) {
    // It commits also where the pool's connections do not by themselves.
    return transaction.execute(
        status -> jdbc.sql(FORGET).param("seconds", age.toSeconds()).param("most", most).update());
  }

  private static boolean isLockTimeout(DataAccessException e) {
    return e.getMostSpecificCause() instanceof SQLException cause
        && LOCK_NOT_AVAILABLE.equals(cause.getSQLState());
  }

  /** A row, but for what it was found by. */
  private record Stored(
      String fingerprint, int status, @Nullable String location, @Nullable String body) {

    Answer answer() {
      return new Answer(status, location, body, true);
    }
  }
}
