package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.terminal.Words;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who streams, since when, and whether its heartbeat beats. */
final class LeaseCheck implements DatabaseCheck {

  private static final String NAME = "relay.lease";
  private static final String HEARTBEAT = "relay.heartbeat";
  private static final double SLOW_SECONDS = 60;

  private final RelayNames names;

  LeaseCheck(RelayNames names) {
    this.names = names;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> run(Reader database) throws SQLException {
    if (!database.hasTable("relay_lease")) {
      return List.of(Finding.skipped(NAME, "the relay's tables are not there yet"));
    }
    Optional<Lease> lease =
        database.find(
            """
            SELECT lease_owner, lease_expires_at > clock_timestamp() AS holds, fencing_value,
                   extract(epoch FROM clock_timestamp() - claimed_at)::float8 AS claimed,
                   extract(epoch FROM clock_timestamp() - lease_expires_at)::float8 AS expired,
                   processing_started_at IS NOT NULL AS started
            FROM outbox.relay_lease
            WHERE relay = ?
            """,
            row ->
                new Lease(
                    row.getString("lease_owner"),
                    row.getBoolean("holds"),
                    row.getLong("fencing_value"),
                    row.getDouble("claimed"),
                    row.getDouble("expired"),
                    row.getBoolean("started")),
            names.relay());
    List<Finding> findings = new ArrayList<>();
    findings.add(judge(lease));
    if (lease.isPresent() && lease.get().held() && lease.get().started()) {
      findings.add(judgeHeartbeat(heartbeatAge(database)));
    }
    return findings;
  }

  private Optional<Double> heartbeatAge(Reader database) throws SQLException {
    return database.find(
        """
        SELECT extract(epoch FROM clock_timestamp() - beaten_at)::float8 AS age
        FROM outbox.relay_heartbeat
        WHERE relay = ?
        ORDER BY beat DESC
        LIMIT 1
        """,
        row -> row.getDouble("age"),
        names.relay());
  }

  Finding judge(Optional<Lease> found) {
    if (found.isEmpty()) {
      return Finding.warning(
          NAME, "no relay of the name " + names.relay() + " ever ran here", "start the relay");
    }
    Lease lease = found.get();
    if (!lease.held()) {
      return Finding.warning(
          NAME,
          "nobody holds the lease of relay "
              + names.relay()
              + ", since "
              + Words.age(Math.max(0, lease.expired())),
          "start a relay, or see why none is ready");
    }
    String holder =
        lease.owner()
            + " holds it since "
            + Words.age(lease.claimed())
            + ", fencing value "
            + lease.fencingValue();
    return lease.started()
        ? Finding.ok(NAME, holder)
        : Finding.warning(
            NAME, holder + ", but does not stream yet", "see its readiness for what it waits for");
  }

  static Finding judgeHeartbeat(Optional<Double> age) {
    if (age.isPresent() && age.get() <= SLOW_SECONDS) {
      return Finding.ok(HEARTBEAT, "last written " + Words.age(age.get()) + " ago");
    }
    return Finding.warning(
        HEARTBEAT,
        age.isPresent() ? "last written " + Words.age(age.get()) + " ago" : "never written",
        "see the readiness of the relay; without heartbeats an idle slot keeps WAL");
  }

  /**
   * A row of {@code outbox.relay_lease}; times are seconds ago.
   *
   * @param started whether the holder streams
   */
  record Lease(
      @Nullable String owner,
      boolean holds,
      long fencingValue,
      double claimed,
      double expired,
      boolean started) {

    boolean held() {
      return owner != null && holds;
    }
  }
}
