package dev.waybill.relay.health;

import dev.waybill.relay.status.Progress;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Owns {@code outbox.relay_health}: one row for each relay, without payloads. */
public final class HealthTable {

  private final JdbcClient jdbc;

  public HealthTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Writes how the relay is. What this process has not seen yet stays as an earlier one left it.
   *
   * @param drained whether no handler is behind and nothing is parked
   */
  public void beat(
      String relay, String instance, String status, Progress progress, boolean drained) {
    Progress.Failure failure = progress.failure();
    jdbc.sql(
            """
            INSERT INTO outbox.relay_health AS health (
              relay, instance, beaten_at, status, last_observed_at, last_success_at,
              last_failure_at, last_failure, pending, processing, retrying, dead_letter,
              lag_seconds, last_drain_at)
            SELECT :relay, :instance, clock_timestamp(), :status, :observed, :success,
                   :failedAt, :failure, :pending,
                   count(*) FILTER (WHERE state = 'processing'),
                   count(*) FILTER (WHERE state IN ('pending', 'waiting')),
                   count(*) FILTER (WHERE state = 'dead-letter'),
                   :lag, CASE WHEN :drained THEN :emptyAt::timestamptz END
            FROM outbox.parked_delivery
            WHERE relay = :relay AND state IN ('pending', 'waiting', 'processing', 'dead-letter')
            ON CONFLICT (relay) DO UPDATE
            SET instance = excluded.instance,
                beaten_at = excluded.beaten_at,
                status = excluded.status,
                last_observed_at = coalesce(excluded.last_observed_at, health.last_observed_at),
                last_success_at = coalesce(excluded.last_success_at, health.last_success_at),
                last_failure_at = coalesce(excluded.last_failure_at, health.last_failure_at),
                last_failure = coalesce(excluded.last_failure, health.last_failure),
                pending = excluded.pending,
                processing = excluded.processing,
                retrying = excluded.retrying,
                dead_letter = excluded.dead_letter,
                lag_seconds = excluded.lag_seconds,
                last_drain_at = greatest(excluded.last_drain_at, health.last_drain_at)
            """)
        .param("relay", relay)
        .param("instance", instance)
        .param("status", status)
        .param("observed", timestamp(progress.observedAt()))
        .param("success", timestamp(progress.succeededAt()))
        .param("failedAt", failure == null ? null : timestamp(failure.at()))
        .param("failure", failure == null ? null : failure.words())
        .param("pending", progress.backlog().messages())
        .param("lag", progress.backlog().ageSeconds())
        .param("drained", drained)
        .param("emptyAt", timestamp(progress.emptyAt()))
        .update();
  }

  /** A drain that was ordered has left nothing to dispatch. */
  public void drained(String relay) {
    jdbc.sql(
            """
            UPDATE outbox.relay_health SET last_drain_at = clock_timestamp() WHERE relay = :relay
            """)
        .param("relay", relay)
        .update();
  }

  private static @Nullable OffsetDateTime timestamp(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
