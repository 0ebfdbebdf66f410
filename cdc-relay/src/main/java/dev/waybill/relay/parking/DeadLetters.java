package dev.waybill.relay.parking;

import dev.waybill.relay.order.Audit;
import dev.waybill.relay.order.InvalidOrderException;
import dev.waybill.relay.order.Mandate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Messages that the relay gave up publishing to a handler, and the two ways out: back to pending,
 * or given up for good, so that its key goes on. Both are guarded by the state and in one
 * transaction with their audit. A message that is replayed keeps its id and its place in its key.
 * Used in any process of the relay. Thread-safe.
 */
public final class DeadLetters {

  /** Most that one replay may name. */
  public static final int MOST = 1_000;

  private static final String DEAD =
      """
      WHERE relay = :relay AND handler = :handler AND message_id = :id
        AND state = 'dead-letter' AND (:everyone OR handler <> '*')
        AND (:tenant::text IS NULL OR tenant_id = :tenant)
      """;

  private static final String EVERYONE = "*";

  private static final String STALE =
      """
      WHERE relay = :relay AND state = 'processing'
        AND (lease_expires_at <= clock_timestamp()
             OR lease_owner IS DISTINCT FROM (
               SELECT l.lease_owner FROM outbox.relay_lease l
               WHERE l.relay = :relay AND l.lease_expires_at > clock_timestamp()))
      """;

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final String relay;
  private final Audit audit;

  public DeadLetters(JdbcClient jdbc, TransactionOperations transactions, String relay) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.relay = relay;
    this.audit = new Audit(jdbc);
  }

  /** The dead letters of a selection, the oldest of their keys first, at most {@code limit}. */
  public List<DeadLetter> list(Selection selection, int limit) {
    return jdbc.sql(
            """
            SELECT p.handler, p.message_id, p.seq, p.hold_key, p.tenant_id, p.parked_at, p.attempt,
                   p.error_code, coalesce(p.last_error, '') AS last_error,
                   (SELECT count(*) FROM outbox.parked_delivery w
                    WHERE w.relay = p.relay AND w.handler = p.handler AND w.hold_key = p.hold_key
                      AND w.seq > p.seq
                      AND w.state IN ('pending', 'waiting', 'processing', 'dead-letter')) AS behind
            FROM outbox.parked_delivery p
            WHERE p.relay = :relay AND p.state = 'dead-letter'
              AND (:handler::text IS NULL OR p.handler = :handler)
              AND (:cause::text IS NULL OR p.error_code = :cause)
              AND (:tenant::text IS NULL OR p.tenant_id = :tenant)
            ORDER BY p.seq, p.handler
            LIMIT :limit
            """)
        .param("relay", relay)
        .param("handler", selection.handler())
        .param("cause", selection.cause())
        .param("tenant", selection.tenant())
        .param("limit", limit)
        .query((row, index) -> deadLetter(row))
        .list();
  }

  /**
   * Lets dead letters go one of the two ways: the relay tries them again at once, or they stay as
   * they are and what waits behind them goes on.
   *
   * @param names exactly these, so that none is swept in that nobody looked at
   * @param tenant whose they must be; null means anybody's
   * @return what became of each, in the order of the names
   * @throws InvalidOrderException when none or too many are named
   */
  public List<Result> release(Way way, List<Name> names, @Nullable String tenant, Mandate mandate) {
    requireSome(names);
    return Objects.requireNonNull(
        transactions.execute(
            status -> released(way, names.stream().distinct().toList(), tenant, mandate)));
  }

  /** What {@link #release} would make of each now. Throws as it does. */
  public List<Result> plan(Way way, List<Name> names, @Nullable String tenant) {
    requireSome(names);
    List<Name> dead = new ArrayList<>();
    for (Name name : names) {
      boolean there =
          jdbc.sql("SELECT EXISTS (SELECT FROM outbox.parked_delivery " + DEAD + ")")
              .param("relay", relay)
              .param("handler", name.handler())
              .param("id", name.messageId())
              .param("tenant", tenant)
              .param("everyone", way.everyone)
              .query(Boolean.class)
              .single();
      if (there) {
        dead.add(name);
      }
    }
    return results(way, names, tenant, dead);
  }

  private static void requireSome(List<Name> names) {
    if (names.isEmpty() || names.size() > MOST) {
      throw new InvalidOrderException(
          "deadLetters",
          "deadLetters names " + names.size() + " messages",
          "name between 1 and " + MOST + " by handler and messageId");
    }
  }

  private List<Result> released(
      Way way, List<Name> names, @Nullable String tenant, Mandate mandate) {
    List<DeadLetter> answered = new ArrayList<>();
    // In one order, so that two who name the same messages do not wait for each other.
    for (Name name : names.stream().sorted(Comparator.comparing(Name::toString)).toList()) {
      release(way, name, tenant).ifPresent(answered::add);
    }
    audit.record(
        relay,
        mandate,
        way.action,
        null,
        selection(answered),
        answered.size() + " of " + names.size() + " are " + way.outcome);
    return results(way, names, tenant, answered.stream().map(DeadLetter::name).toList());
  }

  /** The failure that is answered stays beside the message. */
  private Optional<DeadLetter> release(Way way, Name name, @Nullable String tenant) {
    return jdbc.sql(
            """
            WITH before AS MATERIALIZED (
              SELECT relay, handler, message_id, attempt
              FROM outbox.parked_delivery
              %s
              FOR NO KEY UPDATE)
            UPDATE outbox.parked_delivery p
            SET %s
            FROM before b
            WHERE p.relay = b.relay AND p.handler = b.handler AND p.message_id = b.message_id
              AND p.state = 'dead-letter'
            RETURNING p.handler, p.message_id, p.seq, p.hold_key, p.tenant_id, p.parked_at,
                      b.attempt, p.error_code, coalesce(p.last_error, '') AS last_error,
                      0 AS behind
            """
                .formatted(DEAD, way.becomes))
        .param("relay", relay)
        .param("handler", name.handler())
        .param("id", name.messageId())
        .param("tenant", tenant)
        .param("everyone", way.everyone)
        .query((row, index) -> deadLetter(row))
        .optional();
  }

  private static List<Result> results(
      Way way, List<Name> names, @Nullable String tenant, List<Name> answered) {
    return names.stream()
        .map(
            name ->
                answered.contains(name)
                    ? new Result(name, way.outcome, true)
                    : new Result(name, refusal(way, name, tenant), false))
        .toList();
  }

  private static String refusal(Way way, Name name, @Nullable String tenant) {
    return name.handler().equals(EVERYONE) && !way.everyone
        ? "refused: it cannot be read, so nobody can tell whom it is for"
        : "refused: no dead letter of that handler"
            + (tenant == null ? "" : " and of tenant " + tenant);
  }

  private static String selection(List<DeadLetter> answered) {
    ArrayNode selection = JsonNodeFactory.instance.arrayNode();
    for (DeadLetter letter : answered) {
      selection
          .addObject()
          .put("handler", letter.name().handler())
          .put("messageId", letter.name().messageId().toString())
          .put("seq", Long.toString(letter.seq()))
          .put("cause", letter.failure().cause())
          .put("lastError", letter.failure().lastError())
          .put("attempts", letter.failure().attempts());
    }
    return selection.toString();
  }

  /**
   * Gives claims back whose lease is over, or whose owner does not hold the relay's lease: nobody
   * is at work on them. A late record of such an owner changes nothing, since the claim is gone.
   *
   * @return how many there were
   */
  public int releaseStale(Mandate mandate) {
    return Objects.requireNonNull(
        transactions.execute(
            status -> {
              int released =
                  jdbc.sql(
                          """
                          UPDATE outbox.parked_delivery
                          SET state = 'pending', lease_owner = NULL, lease_expires_at = NULL,
                              next_attempt_at = least(next_attempt_at, clock_timestamp())
                          """
                              + STALE)
                      .param("relay", relay)
                      .update();
              audit.record(
                  relay, mandate, "release-stale", null, null, released + " claims released");
              return released;
            }));
  }

  /** How many claims {@link #releaseStale} would give back now. */
  public long stale() {
    return jdbc.sql("SELECT count(*) FROM outbox.parked_delivery " + STALE)
        .param("relay", relay)
        .query(Long.class)
        .single();
  }

  private static DeadLetter deadLetter(ResultSet row) throws SQLException {
    return new DeadLetter(
        new Name(row.getString("handler"), row.getObject("message_id", UUID.class)),
        row.getLong("seq"),
        row.getString("hold_key"),
        row.getString("tenant_id"),
        row.getObject("parked_at", OffsetDateTime.class).toInstant(),
        new Failure(
            row.getString("error_code"), row.getString("last_error"), row.getInt("attempt")),
        row.getLong("behind"));
  }

  /**
   * Which dead letters; null means any.
   *
   * @param cause the code under which it was parked
   */
  public record Selection(
      @Nullable String handler, @Nullable String cause, @Nullable String tenant) {}

  /** One message for one handler. */
  public record Name(String handler, UUID messageId) {}

  /**
   * Why it was given up.
   *
   * @param cause the code under which it was parked
   */
  public record Failure(String cause, String lastError, int attempts) {}

  /**
   * A message that is not tried any more.
   *
   * @param hold what later messages wait behind
   * @param behind how many do
   */
  public record DeadLetter(
      Name name,
      long seq,
      String hold,
      String tenant,
      Instant parkedAt,
      Failure failure,
      long behind) {}

  /**
   * What became of one.
   *
   * @param done whether it went the way that was asked for
   */
  public record Result(Name name, String outcome, boolean done) {}

  /** A way out. */
  public enum Way {
    /** The relay tries it again at once. One that nobody can read cannot be: it has no handler. */
    REPLAY(
        "replay",
        "pending",
        false,
        "state = 'pending', attempt = 0, next_attempt_at = clock_timestamp()"),
    /** Nobody tries it any more, its key goes on without it, and a copy of its payload goes. */
    RESOLVE(
        "resolve",
        "resolved",
        true,
        "state = 'resolved', completed_at = clock_timestamp(),"
            + " envelope = NULL, payload = NULL, staged_at = NULL");

    private final String action;
    private final String outcome;
    private final boolean everyone;
    private final String becomes;

    Way(String action, String outcome, boolean everyone, String becomes) {
      this.action = action;
      this.outcome = outcome;
      this.everyone = everyone;
      this.becomes = becomes;
    }

    /** Its name in the audit. */
    public String action() {
      return action;
    }
  }
}
