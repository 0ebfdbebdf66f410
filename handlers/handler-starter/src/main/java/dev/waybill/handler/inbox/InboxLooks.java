package dev.waybill.handler.inbox;

import dev.waybill.contract.subscription.HandlerId;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Counts what one handler's inbox holds. It reads only what is not finished. Thread-safe. */
public final class InboxLooks {

  private static final String LOOK =
      """
      SELECT
        clock_timestamp() AS now,
        count(*) FILTER (WHERE d.state = 'pending') AS pending,
        count(*) FILTER (WHERE d.state = 'waiting') AS waiting,
        count(*) FILTER (WHERE d.state = 'processing') AS processing,
        count(*) FILTER (WHERE d.state = 'retry_scheduled') AS retrying,
        count(DISTINCT d.ordering_key) FILTER (WHERE d.state = 'waiting') AS held_keys,
        min(d.message_id::text) FILTER (WHERE substr(d.message_id::text, 15, 1) = '7') AS oldest,
        (SELECT count(*) FROM inbox.dead_letter AS o
         WHERE o.handler = :handler AND o.resolution = 'open'
           AND (:tenant::text IS NULL OR o.tenant_id = :tenant)) AS dead_letters,
        (SELECT count(*) FROM inbox.dead_letter AS u
         WHERE u.handler = :handler AND u.state IN ('unsent', 'sending')
           AND (:tenant::text IS NULL OR u.tenant_id = :tenant)) AS unsent
      FROM inbox.delivery AS d
      WHERE d.handler = :handler
        AND (:tenant::text IS NULL OR d.tenant_id = :tenant)
        AND d.state IN ('pending', 'waiting', 'processing', 'retry_scheduled')
      """;

  private final JdbcClient jdbc;

  public InboxLooks(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /** What it holds of everybody's. */
  public InboxLook look(HandlerId handler) {
    return look(handler, null);
  }

  /**
   * What it holds.
   *
   * @param tenant whose deliveries are counted; null for everybody's
   */
  public InboxLook look(HandlerId handler, @Nullable String tenant) {
    return jdbc.sql(LOOK)
        .param("handler", handler.value())
        .param("tenant", tenant)
        .query(
            (row, index) ->
                new InboxLook(
                    row.getLong("pending"),
                    row.getLong("waiting"),
                    row.getLong("processing"),
                    row.getLong("retrying"),
                    row.getLong("held_keys"),
                    row.getLong("dead_letters"),
                    row.getLong("unsent"),
                    age(
                        row.getString("oldest"),
                        row.getObject("now", OffsetDateTime.class).toInstant())))
        .single();
  }

  /** Version 7 ids sort by their time, which is in their first 48 bits. */
  private static Duration age(@Nullable String oldest, Instant now) {
    if (oldest == null) {
      return Duration.ZERO;
    }
    long made = UUID.fromString(oldest).getMostSignificantBits() >>> 16;
    Duration age = Duration.between(Instant.ofEpochMilli(made), now);
    return age.isNegative() ? Duration.ZERO : age;
  }
}
