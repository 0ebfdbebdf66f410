package dev.waybill.relay.install;

import dev.waybill.relay.settings.RelayProperties;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Drops whole days of {@code outbox.message} that are older than the retention and that nobody
 * needs: every row is proved to be in the ledger, and no lane and no undecided message is behind.
 * Parked messages are copied first. A day is detached concurrently, looked at again, and then
 * dropped or attached again, so that no stager ever waits for an old transaction. On a thread of
 * its own, as the migrator, who owns the days.
 */
public final class Retention implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  private final JdbcClient owner;
  private final Duration kept;
  private final Thread thread = new Thread(this::run, "waybill-retention");
  private volatile boolean closed;

  private Retention(JdbcClient owner, Duration kept) {
    this.owner = owner;
    this.kept = kept;
    thread.setDaemon(true);
  }

  /** Begins to drop days, where the settings say so. */
  public static Optional<Retention> start(RelayProperties relay) {
    return Optional.ofNullable(relay.retention())
        .map(
            kept -> {
              Retention retention = new Retention(owner(relay), kept);
              retention.thread.start();
              return retention;
            });
  }

  private static JdbcClient owner(RelayProperties relay) {
    DriverManagerDataSource source =
        new DriverManagerDataSource(
            relay.database().url(), relay.migrator().username(), relay.migrator().password());
    // A day that is in use is tried again later: nobody may queue behind us for longer.
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "waybill-relay-retention");
    properties.setProperty("options", "-c lock_timeout=3000");
    source.setConnectionProperties(properties);
    return JdbcClient.create(source);
  }

  private void run() {
    while (!closed) {
      try {
        days().forEach(this::dropWhenDone);
      } catch (DataAccessException e) {
        LOG.warn(
            "Days of outbox.message could not be dropped, trying again later: {}",
            e.getMostSpecificCause().getMessage());
      }
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
  }

  /** The days that are old enough, the oldest first. */
  private List<Day> days() {
    return owner
        .sql(
            """
            SELECT c.relname, i.inhrelid IS NULL AS detached,
                   coalesce(i.inhdetachpending, false) AS detaching,
                   to_date(right(c.relname, 8), 'YYYYMMDD')::text AS first,
                   (to_date(right(c.relname, 8), 'YYYYMMDD') + 1)::text AS next
            FROM pg_class c
            LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
            WHERE c.relnamespace = 'outbox'::regnamespace AND c.relkind = 'r'
              AND c.relname ~ '^message_p[0-9]{8}$'
              AND to_date(right(c.relname, 8), 'YYYYMMDD') + 1
                  <= (clock_timestamp() - make_interval(secs => :kept)) AT TIME ZONE 'UTC'
            ORDER BY c.relname
            """)
        .param("kept", kept.toSeconds())
        .query((row, index) -> day(row))
        .list();
  }

  private void dropWhenDone(Day day) {
    if (closed) {
      return;
    }
    if (day.stage() != Stage.ATTACHED) {
      // An earlier attempt ended here.
      if (day.stage() == Stage.DETACHING) {
        execute("ALTER TABLE outbox.message DETACH PARTITION " + day.table() + " FINALIZE");
      }
      settle(day);
      return;
    }
    Optional<String> needed = neededFor(day);
    if (needed.isPresent()) {
      LOG.warn("Day {} of outbox.message is kept: {}", day.table(), needed.get());
      return;
    }
    keepParked(day);
    execute("ALTER TABLE outbox.message DETACH PARTITION " + day.table() + " CONCURRENTLY");
    settle(day);
  }

  /** A detached day is looked at again, since a row may have come until it was. */
  private void settle(Day day) {
    Optional<String> needed = neededFor(day);
    if (needed.isPresent()) {
      execute("ALTER TABLE outbox.message ATTACH PARTITION " + day.table() + " " + day.bounds());
      LOG.warn("Day {} of outbox.message is attached again: {}", day.table(), needed.get());
      return;
    }
    keepParked(day);
    execute("DROP TABLE " + day.table());
    LOG.info("Day {} of outbox.message is dropped: nobody needs it any more", day.table());
  }

  /** Why a day may not be dropped, if it may not. */
  private Optional<String> neededFor(Day day) {
    return owner
        .sql(
            """
            WITH day AS (SELECT min(seq) AS least, max(seq) AS most FROM %s)
            SELECT CASE
              WHEN most IS NULL THEN NULL
              WHEN NOT EXISTS (SELECT FROM outbox.relay_installation)
                THEN 'no relay was installed'
              WHEN most > (SELECT min(verified_seq) FROM outbox.relay_installation)
                THEN 'not every row is proved to be in the ledger'
              WHEN EXISTS (SELECT FROM outbox.undecided_message u WHERE u.seq <= most)
                THEN 'a published message is undecided'
              WHEN EXISTS (
                SELECT FROM outbox.relay_backfill f
                JOIN outbox.relay_order o ON o.order_id = f.order_id
                WHERE o.ended_at IS NULL AND f.position < most
                  AND coalesce(f.through_seq, 9223372036854775807) >= least)
                THEN 'a backfill needs it'
              WHEN EXISTS (
                SELECT FROM outbox.relay_lane l
                JOIN outbox.dispatch_batch b ON b.relay = l.relay AND b.left_out <> '{}'
                  AND b.batch > l.good_through AND l.handler = ANY (b.left_out)
                WHERE l.behind AND b.seqs && int8range(least, most, '[]'))
                THEN 'a handler was left out of it and is behind'
              END
            FROM day
            """
                .formatted(day.table()))
        .query((row, index) -> Optional.ofNullable(row.getString(1)))
        .single();
  }

  private void keepParked(Day day) {
    owner
        .sql(
            """
            UPDATE outbox.parked_delivery p
            SET envelope = m.envelope, payload = m.payload, staged_at = m.staged_at
            FROM %s m
            WHERE p.message_id = m.message_id AND p.state NOT IN ('dispatched', 'resolved')
              AND p.payload IS NULL
            """
                .formatted(day.table()))
        .update();
  }

  private void execute(String sql) {
    owner.sql(sql).update();
  }

  private static Day day(ResultSet row) throws SQLException {
    Stage stage = row.getBoolean("detaching") ? Stage.DETACHING : Stage.ATTACHED;
    return new Day(
        "outbox." + row.getString("relname"),
        row.getBoolean("detached") ? Stage.DETACHED : stage,
        "FOR VALUES FROM ('%s 00:00:00+00') TO ('%s 00:00:00+00')"
            .formatted(row.getString("first"), row.getString("next")));
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      TimeUnit.MILLISECONDS.timedJoin(thread, 2_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How far the dropping of a day has come. */
  private enum Stage {
    ATTACHED,
    DETACHING,
    DETACHED
  }

  private record Day(String table, Stage stage, String bounds) {}
}
