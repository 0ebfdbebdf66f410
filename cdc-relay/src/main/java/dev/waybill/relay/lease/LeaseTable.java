package dev.waybill.relay.lease;

import dev.waybill.relay.ledger.RoutedBy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Owns {@code outbox.relay_lease}. Each call is one short statement; all times are the database's.
 */
public final class LeaseTable {

  private final JdbcClient jdbc;
  private final Duration duration;

  public LeaseTable(JdbcClient jdbc, Duration duration) {
    this.jdbc = jdbc;
    this.duration = duration;
  }

  /** How long a claim or renewal holds. */
  public Duration duration() {
    return duration;
  }

  /**
   * Claims the lease when it is free, expired, or already held by {@code owner}. The fencing value
   * grows only past a claim under which publishing began, so that attempts that end before that,
   * for instance on a clone of the database, do not make theirs look newer than it is.
   */
  public LeaseClaim claim(String relay, String owner) {
    Optional<Long> fencingValue =
        jdbc.sql(
                """
                INSERT INTO outbox.relay_lease AS held (
                  relay, lease_owner, lease_expires_at, fencing_value, claimed_at, attempt)
                VALUES (
                  :relay, :owner, clock_timestamp() + make_interval(secs => :seconds), 1,
                  clock_timestamp(), 1)
                ON CONFLICT (relay) DO UPDATE
                SET lease_owner = excluded.lease_owner,
                    lease_expires_at = excluded.lease_expires_at,
                    fencing_value = held.fencing_value
                      + CASE WHEN held.processing_started_at IS NULL THEN 0 ELSE 1 END,
                    claimed_at = excluded.claimed_at,
                    processing_started_at = NULL,
                    attempt = held.attempt + 1
                WHERE held.lease_owner IS NULL
                   OR held.lease_owner = excluded.lease_owner
                   OR held.lease_expires_at <= clock_timestamp()
                RETURNING fencing_value
                """)
            .param("relay", relay)
            .param("owner", owner)
            .param("seconds", seconds())
            .query(Long.class)
            .optional();
    return fencingValue
        .<LeaseClaim>map(value -> new LeaseClaim.Granted(new FencingToken(relay, owner, value)))
        .orElseGet(() -> new LeaseClaim.Refused(holder(relay)));
  }

  /** Extends the lease; false when it is no longer the token's. */
  public boolean renew(FencingToken token) {
    return extend(
        token,
        """
        UPDATE outbox.relay_lease
        SET lease_expires_at = clock_timestamp() + make_interval(secs => :seconds)
        WHERE relay = :relay AND lease_owner = :owner AND fencing_value = :value
        """);
  }

  /** Notes that publishing begins; false when the lease is no longer the token's. */
  public boolean start(FencingToken token) {
    return extend(
        token,
        """
        UPDATE outbox.relay_lease
        SET lease_expires_at = clock_timestamp() + make_interval(secs => :seconds),
            processing_started_at = clock_timestamp(), attempt = 0
        WHERE relay = :relay AND lease_owner = :owner AND fencing_value = :value
        """);
  }

  /** Gives the lease up, so that a standby need not wait for its end. */
  public void release(FencingToken token) {
    named(
            token,
            """
            UPDATE outbox.relay_lease
            SET lease_owner = NULL, lease_expires_at = clock_timestamp()
            WHERE relay = :relay AND lease_owner = :owner AND fencing_value = :value
            """)
        .update();
  }

  /** The transactional ids of a relay. */
  public Generations generations(String relay) {
    return jdbc.sql(
            "SELECT oldest_generation, generation FROM outbox.relay_lease WHERE relay = :relay")
        .param("relay", relay)
        .query((row, index) -> new Generations(row.getInt(1), row.getInt(2)))
        .single();
  }

  /** By which subscription revisions the stream was routed last; 0 before the first. */
  public RoutedBy routedBy(String relay) {
    return jdbc.sql(
            "SELECT revision, former_revisions FROM outbox.relay_lease WHERE relay = :relay")
        .param("relay", relay)
        .query(
            (row, index) ->
                new RoutedBy(
                    row.getLong("revision"),
                    List.of((Long[]) row.getArray("former_revisions").getArray())))
        .single();
  }

  /**
   * Remembers by which subscription revisions the stream is routed.
   *
   * @throws LeaseLostException when the lease is no longer the token's
   */
  public void routesBy(FencingToken token, RoutedBy revisions) {
    requireChanged(
        token,
        named(
                token,
                """
                UPDATE outbox.relay_lease SET revision = :revision, former_revisions = :formers
                WHERE relay = :relay AND lease_owner = :owner AND fencing_value = :value
                """)
            .param("revision", revisions.newest())
            .param("formers", revisions.formers().toArray(Long[]::new))
            .update());
  }

  /**
   * Leaves the generation in use for the next one.
   *
   * @throws LeaseLostException when the lease is no longer the token's
   */
  public void leave(FencingToken token, int generation) {
    requireChanged(
        token,
        named(
                token,
                """
                UPDATE outbox.relay_lease SET generation = :generation + 1
                WHERE relay = :relay AND lease_owner = :owner AND fencing_value = :value
                  AND generation = :generation
                """)
            .param("generation", generation)
            .update());
  }

  /**
   * Notes that every id up to a generation was fenced.
   *
   * @throws LeaseLostException when the lease is no longer the token's
   */
  public void fenced(FencingToken token, int generation) {
    requireChanged(
        token,
        named(
                token,
                """
                UPDATE outbox.relay_lease SET oldest_generation = :generation + 1
                WHERE relay = :relay AND lease_owner = :owner AND fencing_value = :value
                """)
            .param("generation", generation)
            .update());
  }

  /**
   * Holds the lease row for the rest of the current transaction, so that no successor can claim it
   * before the transaction's writes are visible.
   *
   * @throws LeaseLostException when the lease is no longer the token's
   */
  public void guard(FencingToken token) {
    boolean held =
        named(
                token,
                """
                SELECT true FROM outbox.relay_lease
                WHERE relay = :relay AND lease_owner = :owner AND fencing_value = :value
                FOR NO KEY UPDATE
                """)
            .query(Boolean.class)
            .optional()
            .isPresent();
    requireChanged(token, held ? 1 : 0);
  }

  private static void requireChanged(FencingToken token, int rows) {
    if (rows != 1) {
      throw new LeaseLostException(
          "relay " + token.relay() + ": fencing value " + token.value() + " is no longer current");
    }
  }

  private boolean extend(FencingToken token, String sql) {
    return named(token, sql).param("seconds", seconds()).update() == 1;
  }

  private JdbcClient.StatementSpec named(FencingToken token, String sql) {
    return jdbc.sql(sql)
        .param("relay", token.relay())
        .param("owner", token.owner())
        .param("value", token.value());
  }

  private LeaseHolder holder(String relay) {
    return jdbc.sql(
            """
            SELECT coalesce(lease_owner, '') AS lease_owner, lease_expires_at
            FROM outbox.relay_lease WHERE relay = :relay
            """)
        .param("relay", relay)
        .query((row, index) -> holder(row))
        .single();
  }

  private static LeaseHolder holder(ResultSet row) throws SQLException {
    return new LeaseHolder(
        row.getString("lease_owner"),
        row.getObject("lease_expires_at", OffsetDateTime.class).toInstant());
  }

  private double seconds() {
    return duration.toMillis() / 1000.0;
  }
}
