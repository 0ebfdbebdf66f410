package dev.waybill.handler.lookup;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.lookup.MinuteCounts.Ended;
import dev.waybill.handler.lookup.MinuteCounts.Minute;
import dev.waybill.handler.lookup.MinuteCounts.Unfinished;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Counts deliveries for each minute in which their messages were recorded. It reads all of those
 * minutes, so the caller bounds them. Thread-safe.
 */
public final class MinuteBook {

  /** So many deliveries without a recorded time are counted, and no more. */
  public static final int MOST_UNTIMED = 10_000;

  /**
   * A minute of which nothing is known is one of zeros. The minute is written as its index has it.
   */
  private static final String COUNT =
      """
      SELECT
        m.minute,
        coalesce(c.pending, 0) AS pending,
        coalesce(c.waiting, 0) AS waiting,
        coalesce(c.processing, 0) AS processing,
        coalesce(c.retrying, 0) AS retrying,
        coalesce(c.completed, 0) AS completed,
        coalesce(c.skipped, 0) AS skipped,
        coalesce(c.ignored, 0) AS ignored,
        coalesce(c.dead, 0) AS dead
      FROM generate_series(
        :from::timestamptz, :to::timestamptz - interval '1 minute', interval '1 minute')
        AS m (minute)
      LEFT JOIN (
        SELECT
          date_bin('1 minute', d.recorded_at, timestamptz 'epoch') AS minute,
          count(*) FILTER (WHERE d.state = 'pending') AS pending,
          count(*) FILTER (WHERE d.state = 'waiting') AS waiting,
          count(*) FILTER (WHERE d.state = 'processing') AS processing,
          count(*) FILTER (WHERE d.state = 'retry_scheduled') AS retrying,
          count(*) FILTER (WHERE d.state = 'completed') AS completed,
          count(*) FILTER (WHERE d.state = 'skipped_unsupported_version') AS skipped,
          count(*) FILTER (WHERE d.state = 'ignored') AS ignored,
          count(*) FILTER (WHERE d.state = 'dead_letter') AS dead
        FROM inbox.delivery AS d
        WHERE d.handler = :handler
          AND date_bin('1 minute', d.recorded_at, timestamptz 'epoch') >= :from
          AND date_bin('1 minute', d.recorded_at, timestamptz 'epoch') < :to
          AND (:tenant::text IS NULL OR d.tenant_id = :tenant)
        GROUP BY 1) AS c ON c.minute = m.minute
      ORDER BY m.minute
      """;

  private static final String COUNT_UNTIMED =
      """
      SELECT count(*) FROM (
        SELECT true FROM inbox.delivery AS d
        WHERE d.handler = :handler AND d.recorded_at IS NULL
          AND (:tenant::text IS NULL OR d.tenant_id = :tenant)
        LIMIT :most) AS untimed
      """;

  private final JdbcClient jdbc;

  public MinuteBook(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /**
   * Some minutes.
   *
   * @param from begin of the first minute
   * @param to end of the last one, which is after {@code from}
   */
  public record Range(Instant from, Instant to) {}

  /**
   * What a handler's inbox has of the messages of some minutes.
   *
   * @param tenant whose messages they have to be; null for everybody's
   */
  public MinuteCounts count(HandlerId handler, Range range, @Nullable String tenant) {
    List<Minute> minutes =
        jdbc.sql(COUNT)
            .param("handler", handler.value())
            .param("from", range.from().atOffset(ZoneOffset.UTC))
            .param("to", range.to().atOffset(ZoneOffset.UTC))
            .param("tenant", tenant)
            .query((row, index) -> minute(row))
            .list();
    long untimed =
        jdbc.sql(COUNT_UNTIMED)
            .param("handler", handler.value())
            .param("tenant", tenant)
            .param("most", MOST_UNTIMED)
            .query(Long.class)
            .single();
    return new MinuteCounts(tenant, untimed, minutes);
  }

  private static Minute minute(ResultSet row) throws SQLException {
    return new Minute(
        DeliveryBook.instant(row, "minute"),
        new Ended(
            row.getLong("completed"),
            row.getLong("skipped"),
            row.getLong("ignored"),
            row.getLong("dead")),
        new Unfinished(
            row.getLong("pending"),
            row.getLong("waiting"),
            row.getLong("processing"),
            row.getLong("retrying")));
  }
}
