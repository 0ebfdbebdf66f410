package dev.waybill.handler.signals;

import dev.waybill.handler.inbox.InboxLook;
import dev.waybill.handler.status.HandlerStatus;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/**
 * The one owner of {@code inbox.health}: one row for each handler and instance, without payloads.
 * What this process has not seen yet stays as an earlier one of the same name left it. Thread-safe.
 */
public final class HealthRows {

  private static final String BEAT =
      """
      INSERT INTO inbox.health AS h (
        handler, instance, heartbeat_at, last_event_at, last_success_at, last_failure_at, pending,
        processing, retry, waiting, dead_letter, unsupported_version, processing_lag_ms,
        last_drain_at, reads)
      VALUES (
        :handler, :instance, clock_timestamp(), :event, :success, :failure, :pending, :processing,
        :retry, :waiting, :dead, :skipped, :lag,
        CASE WHEN :drained THEN clock_timestamp() END, :reads)
      ON CONFLICT (handler, instance) DO UPDATE
      SET heartbeat_at = excluded.heartbeat_at,
          last_event_at = coalesce(excluded.last_event_at, h.last_event_at),
          last_success_at = coalesce(excluded.last_success_at, h.last_success_at),
          last_failure_at = coalesce(excluded.last_failure_at, h.last_failure_at),
          pending = excluded.pending, processing = excluded.processing, retry = excluded.retry,
          waiting = excluded.waiting, dead_letter = excluded.dead_letter,
          unsupported_version = h.unsupported_version + excluded.unsupported_version,
          processing_lag_ms = excluded.processing_lag_ms,
          last_drain_at = coalesce(excluded.last_drain_at, h.last_drain_at),
          reads = excluded.reads
      """;

  private static final String FORGET =
      "DELETE FROM inbox.health WHERE heartbeat_at < clock_timestamp() - interval '7 days'";

  private final JdbcClient jdbc;
  private final String instance;

  /**
   * @param instance name of this instance, the same after a restart
   */
  public HealthRows(DataSource dataSource, String instance) {
    this.jdbc = JdbcClient.create(dataSource);
    this.instance = instance;
  }

  /**
   * Writes how a handler is, and forgets instances that are long gone.
   *
   * @param reads each type and version that its code reads
   */
  public void beat(HandlerStatus status, List<String> reads) {
    InboxLook look = status.look();
    long skipped = status.takeSkipped();
    try {
      jdbc.sql(BEAT)
          .param("handler", status.handler().value())
          .param("instance", instance)
          .param("event", timestamp(status.lastEventAt()))
          .param("success", timestamp(status.lastSuccessAt()))
          .param("failure", timestamp(status.lastFailureAt()))
          .param("pending", look.pending())
          .param("processing", look.processing())
          .param("retry", look.retrying())
          .param("waiting", look.waiting())
          .param("dead", look.deadLetters())
          .param("skipped", skipped)
          .param("lag", status.processingLag().toMillis())
          .param("drained", look.unfinished() == 0)
          .param("reads", new SqlArrayValue("text", reads.toArray()))
          .update();
    } catch (RuntimeException e) {
      status.giveBackSkipped(skipped);
      throw e;
    }
    jdbc.sql(FORGET).update();
  }

  private static @Nullable OffsetDateTime timestamp(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
