package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.terminal.Words;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Old transactions with an id of their own. The slot's {@code restart_lsn} cannot pass one that is
 * open, whatever table it touched, so that WAL piles up although the relay keeps up.
 */
final class TransactionCheck implements DatabaseCheck {

  private static final String NAME = "transactions.open";
  private static final String PREPARED = "transactions.prepared";
  private static final double OLD_SECONDS = 60;
  private static final long NOTABLE_WAL = 64L << 20;

  private final RelayNames names;

  TransactionCheck(RelayNames names) {
    this.names = names;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> run(Reader database) throws SQLException {
    List<Open> open =
        database.list(
            """
            SELECT pid, coalesce(usename, '?') AS usename, coalesce(datname, '?') AS datname,
                   state, extract(epoch FROM clock_timestamp() - xact_start)::float8 AS age
            FROM pg_stat_activity
            WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()
            ORDER BY xact_start NULLS LAST
            """,
            TransactionCheck::open);
    List<Prepared> prepared =
        database.list(
            """
            SELECT gid, owner, database,
                   extract(epoch FROM clock_timestamp() - prepared)::float8 AS age
            FROM pg_prepared_xacts
            ORDER BY prepared
            """,
            row ->
                new Prepared(
                    row.getString("gid"),
                    row.getString("owner"),
                    row.getString("database"),
                    row.getDouble("age")));
    List<Finding> findings = new ArrayList<>(judge(open, retained(database)));
    findings.addAll(judgePrepared(prepared));
    return findings;
  }

  private long retained(Reader database) throws SQLException {
    return database
        .find(
            """
            SELECT coalesce(pg_wal_lsn_diff(
                     CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                          ELSE pg_current_wal_lsn() END, restart_lsn), 0)::bigint AS retained
            FROM pg_replication_slots
            WHERE slot_name = ?
            """,
            row -> row.getLong("retained"),
            names.slot())
        .orElse(0L);
  }

  /**
   * The server hides the age of other roles' transactions from a role without pg_read_all_stats.
   */
  static List<Finding> judge(List<Open> open, long retained) {
    List<Finding> findings = new ArrayList<>();
    List<String> hidden = new ArrayList<>();
    for (Open one : open) {
      if (one.age() == null) {
        hidden.add(one.pid() + " (" + one.user() + ")");
      } else if (one.age() > OLD_SECONDS) {
        findings.add(
            Finding.warning(
                NAME,
                "server process "
                    + one.pid()
                    + " ("
                    + one.user()
                    + " in "
                    + one.database()
                    + ", "
                    + one.state()
                    + ") has a transaction open for "
                    + Words.age(one.age())
                    + ": WAL cannot be removed",
                "end it in its application, or SELECT pg_terminate_backend(" + one.pid() + ")"));
      }
    }
    if (!hidden.isEmpty() && retained > NOTABLE_WAL) {
      findings.add(
          Finding.warning(
              NAME,
              "WAL piles up, and the age of these transactions is hidden from this role: "
                  + String.join(", ", hidden),
              "GRANT pg_read_all_stats to the role, and look again"));
    }
    if (findings.isEmpty()) {
      findings.add(
          Finding.ok(
              NAME,
              "none older than a minute"
                  + (hidden.isEmpty()
                      ? ""
                      : ", leaving out "
                          + hidden.size()
                          + " whose age only pg_read_all_stats may see")));
    }
    return findings;
  }

  static List<Finding> judgePrepared(List<Prepared> prepared) {
    List<Finding> findings = new ArrayList<>();
    for (Prepared one : prepared) {
      if (one.age() > OLD_SECONDS) {
        findings.add(
            Finding.warning(
                PREPARED,
                "'"
                    + one.gid()
                    + "' ("
                    + one.owner()
                    + " in "
                    + one.database()
                    + ") is prepared for "
                    + Words.age(one.age())
                    + ": WAL cannot be removed",
                "COMMIT PREPARED or ROLLBACK PREPARED it, as its coordinator decided"));
      }
    }
    if (findings.isEmpty()) {
      findings.add(Finding.ok(PREPARED, "none older than a minute"));
    }
    return findings;
  }

  private static Open open(ResultSet row) throws SQLException {
    return new Open(
        row.getInt("pid"),
        row.getString("usename"),
        row.getString("datname"),
        String.valueOf(row.getString("state")),
        row.getObject("age", Double.class));
  }

  /**
   * A backend with a transaction id.
   *
   * @param age in seconds; null when hidden from the role that asks
   */
  record Open(int pid, String user, String database, String state, @Nullable Double age) {}

  /**
   * A prepared transaction.
   *
   * @param age in seconds
   */
  record Prepared(String gid, String owner, String database, double age) {}
}
