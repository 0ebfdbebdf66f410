package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.terminal.Words;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The replication slot: there, of the right kind, followed, and not about to be lost. A missing
 * slot is normal before the first start of the relay and a loss afterwards.
 */
final class SlotCheck implements DatabaseCheck {

  private static final String NAME = "slot.exists";
  private static final String USABLE = "slot.usable";
  private static final String ACTIVE = "slot.active";
  private static final String WAL = "slot.retained-wal";
  private static final String RUNBOOK = "follow runbooks/slot-lost.md";
  private static final long MUCH = 1L << 30;

  private final RelayNames names;

  SlotCheck(RelayNames names) {
    this.names = names;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** The columns of later servers are read through JSON, so that an older one is still examined. */
  @Override
  public List<Finding> run(Reader database) throws SQLException {
    Optional<Slot> slot =
        database.find(
            """
            WITH wal AS (
              SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                          ELSE pg_current_wal_lsn() END AS head)
            SELECT s.plugin, coalesce(s.database = current_database(), false) AS here, s.temporary,
                   s.active_pid, s.wal_status, s.safe_wal_size,
                   to_jsonb(s) ->> 'invalidation_reason' AS invalidation_reason,
                   coalesce(pg_wal_lsn_diff(wal.head, s.restart_lsn), 0)::bigint AS retained,
                   coalesce(pg_wal_lsn_diff(wal.head, s.confirmed_flush_lsn), 0)::bigint AS behind
            FROM pg_replication_slots s, wal
            WHERE s.slot_name = ?
            """,
            SlotCheck::slot,
            names.slot());
    return slot.isPresent() ? judge(slot.get()) : List.of(missing(installed(database)));
  }

  private boolean installed(Reader database) throws SQLException {
    return database.hasTable("relay_installation")
        && database
            .find(
                """
                SELECT FROM outbox.relay_installation
                WHERE relay = ? AND caught_up_at IS NOT NULL
                """,
                row -> true,
                names.relay())
            .isPresent();
  }

  Finding missing(boolean installed) {
    return installed
        ? Finding.problem(
            NAME,
            "slot " + names.slot() + " is gone, although the relay was installed: no message flows",
            RUNBOOK + "; nothing is lost, the rows wait in outbox.message")
        : Finding.ok(
            NAME,
            "slot " + names.slot() + " is not there yet: the relay makes it when it first starts");
  }

  List<Finding> judge(Slot slot) {
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok(NAME, "slot " + names.slot() + " exists"));
    if (!"pgoutput".equals(slot.plugin()) || !slot.here() || slot.temporary()) {
      findings.add(
          Finding.problem(
              USABLE,
              "it is not a permanent pgoutput slot of this database",
              "drop it if nobody needs it, or give the relay another name for its slot"));
      return findings;
    }
    if ("lost".equals(slot.walStatus()) || slot.invalidationReason() != null) {
      findings.add(lost(slot));
      return findings;
    }
    findings.add(Finding.ok(USABLE, "a pgoutput slot of this database"));
    findings.add(
        slot.activePid() == null
            ? Finding.warning(
                ACTIVE, "no relay streams from it", "start the relay, or see why it is not ready")
            : Finding.ok(ACTIVE, "followed by server process " + slot.activePid()));
    findings.add(wal(slot));
    return findings;
  }

  private Finding lost(Slot slot) {
    String reason = slot.invalidationReason();
    return Finding.problem(
        USABLE,
        "slot "
            + names.slot()
            + " is lost: wal_status "
            + slot.walStatus()
            + ", invalidation_reason "
            + reason,
        RUNBOOK
            + "; then raise "
            + ("idle_timeout".equals(reason)
                ? "idle_replication_slot_timeout"
                : "max_slot_wal_keep_size"));
  }

  private static Finding wal(Slot slot) {
    String state =
        Words.bytes(slot.retained())
            + " of WAL retained, "
            + Words.bytes(slot.behind())
            + " not confirmed, wal_status "
            + slot.walStatus();
    if ("unreserved".equals(slot.walStatus())) {
      return Finding.problem(
          WAL,
          state + ": the slot will be lost at the next checkpoint",
          "get the relay to stream now, or raise max_slot_wal_keep_size");
    }
    Long safe = slot.safeWalSize();
    if ("extended".equals(slot.walStatus())
        || slot.retained() > MUCH
        || (safe != null && safe < slot.retained())) {
      return Finding.warning(WAL, state, why(slot));
    }
    return Finding.ok(WAL, state);
  }

  private static String why(Slot slot) {
    return slot.behind() < slot.retained() / 2
        ? "the relay keeps up: an open transaction holds the WAL, see transactions.open"
        : "the relay is behind: see its readiness and its log";
  }

  private static Slot slot(ResultSet row) throws SQLException {
    return new Slot(
        row.getString("plugin"),
        row.getBoolean("here"),
        row.getBoolean("temporary"),
        row.getObject("active_pid", Integer.class),
        row.getString("wal_status"),
        row.getObject("safe_wal_size", Long.class),
        row.getString("invalidation_reason"),
        row.getLong("retained"),
        row.getLong("behind"));
  }

  /**
   * A row of {@code pg_replication_slots}.
   *
   * @param safeWalSize bytes until it may be lost; null without a limit
   * @param retained bytes of WAL that it keeps
   * @param behind bytes of WAL that its reader has not confirmed
   */
  record Slot(
      @Nullable String plugin,
      boolean here,
      boolean temporary,
      @Nullable Integer activePid,
      @Nullable String walStatus,
      @Nullable Long safeWalSize,
      @Nullable String invalidationReason,
      long retained,
      long behind) {}
}
