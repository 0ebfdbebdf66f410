package dev.waybill.relay.outbox;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.Visibility;
import dev.waybill.relay.ledger.RoutedBy;
import dev.waybill.relay.record.OutboxState;
import dev.waybill.relay.routing.Ignored;
import dev.waybill.relay.routing.Router;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads the view {@code outbox.record}: one complete record of each message; and who is sent it and
 * who is not, by the revisions that the ledger has for it. Thread-safe.
 */
public final class RecordTable {

  private final JdbcClient jdbc;
  private final RevisionTable revisions;

  public RecordTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.revisions = new RevisionTable(jdbc);
  }

  /**
   * The record of a message.
   *
   * @param tenant whose it must be; null means anybody's
   */
  public Optional<OutboxRecord> find(MessageId id, @Nullable String tenant) {
    return jdbc.sql(
            """
            SELECT r.message_id, r.type, r.schema_version, r.tenant_id, r.staged_at, r.state,
                   r.attempt, coalesce(r.next_attempt_at, r.staged_at) AS next_attempt_at,
                   coalesce(r.last_error, '') AS last_error,
                   coalesce(r.completed_at, r.staged_at) AS completed_at,
                   p.lease_owner, p.lease_expires_at, p.fencing_value,
                   r.visibility, b.subscription_revision, b.former_revisions,
                   -- Whom it was sent later, and alone.
                   ARRAY(
                     SELECT d.scope FROM outbox.dispatch_batch d
                     WHERE d.scope <> 'all' AND d.seqs @> r.seq) AS sent_alone,
                   ARRAY(
                     SELECT g.handler FROM outbox.parked_delivery g
                     WHERE g.message_id = r.message_id AND g.state IN ('dead-letter', 'resolved')
                     ORDER BY g.handler) AS given_up
            FROM outbox.record r
            LEFT JOIN LATERAL (
              SELECT q.lease_owner, q.lease_expires_at, q.fencing_value
              FROM outbox.parked_delivery q
              WHERE q.message_id = r.message_id AND q.state = 'processing'
              ORDER BY q.lease_expires_at DESC
              LIMIT 1) p ON r.state = 'processing'
            LEFT JOIN LATERAL (
              SELECT d.subscription_revision, d.former_revisions
              FROM outbox.dispatch_batch d
              WHERE d.scope = 'all' AND d.seqs @> r.seq
              LIMIT 1) b ON true
            WHERE r.message_id = :id AND (:tenant::text IS NULL OR r.tenant_id = :tenant)
            """)
        .param("id", id.value())
        .param("tenant", tenant)
        .query((row, index) -> found(row))
        .optional()
        .map(this::complete);
  }

  /** After the query, since this needs a connection as well. */
  private OutboxRecord complete(Found found) {
    return Optional.ofNullable(found.routedBy())
        .flatMap(revisions::findRouter)
        .map(router -> found.record().routed(handlers(router, found), ignored(router, found)))
        .orElse(found.record());
  }

  private static List<String> handlers(Router router, Found found) {
    return Stream.concat(
            router.recipients(found.record().type(), found.visibility()).stream(),
            found.sentAlone().stream())
        .distinct()
        .sorted()
        .toList();
  }

  private static List<Ignored> ignored(Router router, Found found) {
    return router.ignored(found.record().type(), found.visibility()).stream()
        .filter(one -> !found.sentAlone().contains(one.handler().value()))
        .toList();
  }

  private static Found found(ResultSet row) throws SQLException {
    long revision = row.getLong("subscription_revision");
    RoutedBy routedBy =
        row.wasNull()
            ? null
            : new RoutedBy(revision, List.of((Long[]) row.getArray("former_revisions").getArray()));
    return new Found(
        record(row),
        Visibility.ofWireName(row.getString("visibility")),
        routedBy,
        List.of((String[]) row.getArray("sent_alone").getArray()));
  }

  private static OutboxRecord record(ResultSet row) throws SQLException {
    return new OutboxRecord(
        MessageId.of(row.getString("message_id")),
        row.getString("type"),
        row.getInt("schema_version"),
        row.getString("tenant_id"),
        instant(row, "staged_at"),
        state(row),
        row.getString("last_error"),
        null,
        List.of((String[]) row.getArray("given_up").getArray()),
        List.of());
  }

  private static OutboxState state(ResultSet row) throws SQLException {
    String state = row.getString("state");
    int attempt = row.getInt("attempt");
    return switch (state) {
      case "pending" -> new OutboxState.Pending(instant(row, "next_attempt_at"), attempt);
      case "processing" ->
          new OutboxState.Processing(
              new OutboxState.Lease(
                  row.getString("lease_owner"),
                  instant(row, "lease_expires_at"),
                  row.getLong("fencing_value")),
              attempt);
      case "dispatched" -> new OutboxState.Dispatched(instant(row, "completed_at"));
      case "dead-letter" -> new OutboxState.DeadLetter(row.getString("last_error"), attempt);
      default -> throw new IllegalStateException("outbox.record has the state " + state);
    };
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  /**
   * What is known of a message, without its payload.
   *
   * @param lastError the last failure, empty when there was none
   * @param handlers who is sent it, or was; null until it is dispatched, and when the revision of
   *     then is gone
   * @param givenUp to which of them the relay gave up sending it; {@code *} for all of them
   * @param ignored who subscribes to its type and is not sent it; empty until it is dispatched, and
   *     when the revision of then is gone
   */
  public record OutboxRecord(
      MessageId id,
      String type,
      int schemaVersion,
      String tenant,
      Instant stagedAt,
      OutboxState state,
      String lastError,
      @Nullable List<String> handlers,
      List<String> givenUp,
      List<Ignored> ignored) {

    private OutboxRecord routed(List<String> to, List<Ignored> notTo) {
      return new OutboxRecord(
          id, type, schemaVersion, tenant, stagedAt, state, lastError, to, givenUp, notTo);
    }
  }

  /**
   * What one query brings.
   *
   * @param routedBy null until it is dispatched
   * @param sentAlone the handlers whom it was sent by itself, as by a backfill
   */
  private record Found(
      OutboxRecord record,
      Visibility visibility,
      @Nullable RoutedBy routedBy,
      List<String> sentAlone) {}
}
