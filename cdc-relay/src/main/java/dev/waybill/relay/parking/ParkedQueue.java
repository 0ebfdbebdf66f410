package dev.waybill.relay.parking;

import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledger.ParkCause;
import dev.waybill.relay.status.Progress;
import dev.waybill.workqueue.Claim;
import dev.waybill.workqueue.ClaimRequest;
import dev.waybill.workqueue.WorkCounts;
import dev.waybill.workqueue.WorkQueue;
import dev.waybill.workqueue.retry.RetryDecision;
import dev.waybill.workqueue.retry.RetryPolicy;
import dev.waybill.workqueue.shape.StateName;
import dev.waybill.workqueue.shape.TableName;
import dev.waybill.workqueue.shape.WorkColumns;
import dev.waybill.workqueue.shape.WorkStates;
import dev.waybill.workqueue.shape.WorkTable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The parked messages as work: of each handler and key the first, fair between tenants, claimed
 * only by who holds the relay's lease. Used by the dispatch loop.
 */
public final class ParkedQueue {

  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final int MOST = 100;
  private static final StateName DEAD = new StateName("dead-letter");

  private final JdbcClient jdbc;
  private final WorkQueue queue;
  private final TransactionTemplate transactions;
  private final LeaseTable leases;
  private final RetryPolicy policy;
  private final RandomGenerator random;
  private final Progress progress;

  /**
   * @param policy when a message is tried again, and how often
   * @param progress where dead letters are counted
   */
  public ParkedQueue(
      JdbcClient jdbc,
      PlatformTransactionManager transactions,
      LeaseTable leases,
      RetryPolicy policy,
      RandomGenerator random,
      Progress progress) {
    this.jdbc = jdbc;
    this.queue = new WorkQueue(jdbc, transactions, table());
    this.transactions = new TransactionTemplate(transactions);
    this.leases = leases;
    this.policy = policy;
    this.random = random;
    this.progress = progress;
  }

  private static WorkTable table() {
    WorkColumns columns =
        WorkColumns.of("seq", "relay", "handler", "message_id")
            .groupedBy("relay", "handler", "hold_key")
            .fairBetween("tenant_id");
    WorkStates states =
        WorkStates.of("pending", "processing", "dispatched")
            .waitingAs("waiting")
            .heldAs(DEAD.text());
    return WorkTable.of(TableName.of("outbox", "parked_delivery"), columns, states)
        .where("work.relay = :relay AND work.handler = ANY (:handlers)");
  }

  /**
   * Claims messages that are due, of the given handlers.
   *
   * @throws dev.waybill.relay.lease.LeaseLostException when the relay's lease is not the token's
   */
  public List<ParkedClaim> claim(FencingToken token, Collection<String> handlers) {
    if (handlers.isEmpty()) {
      return List.of();
    }
    ClaimRequest request =
        new ClaimRequest(token.owner(), LEASE, MOST, parameters(token.relay(), handlers));
    return Objects.requireNonNull(
        transactions.execute(
            status -> {
              leases.guard(token);
              return queue.claim(request).stream().map(this::named).toList();
            }));
  }

  private ParkedClaim named(Claim claim) {
    String handler = claim.key().value(1, String.class);
    UUID id = claim.key().value(2, UUID.class);
    return jdbc.sql(
            """
            SELECT seq, hold_key FROM outbox.parked_delivery
            WHERE relay = :relay AND handler = :handler AND message_id = :id
            """)
        .param("relay", claim.key().value(0, String.class))
        .param("handler", handler)
        .param("id", id)
        .query(
            (row, index) ->
                new ParkedClaim(claim, handler, row.getLong("seq"), row.getString("hold_key")))
        .single();
  }

  /** Notes that publishing begins. */
  public void start(ParkedClaim claim) {
    queue.start(claim.claim());
  }

  /** Gives a claim back without counting the attempt: the outage was not the message's fault. */
  public void release(ParkedClaim claim) {
    queue.release(claim.claim());
  }

  /** The message still cannot be published: later again, or never more. */
  public void failed(ParkedClaim claim, ParkCause cause) {
    RetryDecision decision = policy.afterFailure(claim.claim().attempt(), random);
    if (cause.permanent() || decision instanceof RetryDecision.Exhausted) {
      queue.finish(claim.claim(), DEAD, cause.text());
      progress.dead();
    } else if (decision instanceof RetryDecision.RetryIn again) {
      queue.retry(claim.claim(), again.delay(), cause.text());
    }
  }

  /** Whether an attempt may be made; when not, every one before it ended with its process. */
  public boolean allows(ParkedClaim claim) {
    return policy.allows(claim.claim().attempt());
  }

  /** How many messages are parked, for meters. */
  public WorkCounts count(String relay, Collection<String> handlers) {
    return queue.count(parameters(relay, handlers));
  }

  /**
   * How many messages of these handlers were due at a time and not tried since: each the first of
   * its key, for those behind it are not due.
   */
  public long due(String relay, Collection<String> handlers, Instant at) {
    return jdbc.sql(
            """
            SELECT count(*)
            FROM outbox.parked_delivery p
            WHERE p.relay = :relay AND p.handler = ANY (:handlers)
              AND p.state IN ('pending', 'waiting', 'processing') AND p.next_attempt_at <= :at
              AND NOT EXISTS (
                SELECT FROM outbox.parked_delivery e
                WHERE e.relay = p.relay AND e.handler = p.handler AND e.hold_key = p.hold_key
                  AND e.seq < p.seq
                  AND e.state IN ('pending', 'waiting', 'processing', 'dead-letter'))
            """)
        .params(parameters(relay, handlers))
        .param("at", at.atOffset(ZoneOffset.UTC))
        .query(Long.class)
        .single();
  }

  /** What is parked now. */
  public ParkedRest rest(String relay) {
    return jdbc.sql(
            """
            SELECT count(*) FILTER (WHERE state <> 'dead-letter') AS open,
                   count(*) FILTER (WHERE state = 'dead-letter') AS dead
            FROM outbox.parked_delivery
            WHERE relay = :relay AND state IN ('pending', 'waiting', 'processing', 'dead-letter')
            """)
        .param("relay", relay)
        .query((row, index) -> new ParkedRest(row.getLong("open"), row.getLong("dead")))
        .single();
  }

  private static Map<String, Object> parameters(String relay, Collection<String> handlers) {
    return Map.of("relay", relay, "handlers", handlers.toArray(String[]::new));
  }

  /** Unfinished parked messages: those that are tried again, and those that are not. */
  public record ParkedRest(long open, long dead) {}

  /**
   * A parked message that is ours to publish.
   *
   * @param hold what later messages wait behind
   */
  public record ParkedClaim(Claim claim, String handler, long seq, String hold) {}
}
