package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Database;
import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import java.sql.SQLException;
import java.util.List;

/** That the WAL can be decoded, and that a sender and a slot are left for the relay. */
final class WalCheck implements DatabaseCheck {

  private static final String LEVEL = "database.wal-level";
  private static final String SENDERS = "database.wal-senders";
  private static final String SLOTS = "database.replication-slots";
  private static final String RESTART = " and restart the server";

  private final RelayNames names;

  WalCheck(RelayNames names) {
    this.names = names;
  }

  @Override
  public String name() {
    return LEVEL;
  }

  /** The examination's own replication connection is not counted. */
  @Override
  public List<Finding> run(Reader database) throws SQLException {
    return judge(
        database.one(
            """
            SELECT current_setting('wal_level') AS wal_level,
                   current_setting('max_wal_senders')::int AS max_senders,
                   (SELECT count(*) FROM pg_stat_replication WHERE application_name <> ?) AS senders,
                   current_setting('max_replication_slots')::int AS max_slots,
                   (SELECT count(*) FROM pg_replication_slots) AS slots,
                   EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = ?) AS has_slot,
                   EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = ? AND active)
                     AS streams
            """,
            row ->
                new Wal(
                    row.getString("wal_level"),
                    new Room(
                        row.getInt("max_senders"),
                        row.getInt("senders"),
                        row.getBoolean("streams")),
                    new Room(
                        row.getInt("max_slots"), row.getInt("slots"), row.getBoolean("has_slot"))),
            Database.APPLICATION,
            names.slot(),
            names.slot()));
  }

  static List<Finding> judge(Wal wal) {
    Finding level =
        wal.level().equals("logical")
            ? Finding.ok(LEVEL, "wal_level is logical")
            : Finding.problem(
                LEVEL,
                "wal_level is " + wal.level() + ": the relay cannot decode the WAL",
                "ALTER SYSTEM SET wal_level = 'logical'" + RESTART);
    return List.of(
        level,
        room(SENDERS, "max_wal_senders", wal.senders()),
        room(SLOTS, "max_replication_slots", wal.slots()));
  }

  private static Finding room(String check, String setting, Room room) {
    String state = room.used() + " of " + room.limit() + " (" + setting + ") in use";
    if (room.ours() || room.used() < room.limit()) {
      return Finding.ok(check, state + (room.ours() ? ", one of them by the relay" : ""));
    }
    return Finding.problem(
        check, state + ": none is left for the relay", "raise " + setting + RESTART);
  }

  /** What the server says about its WAL. */
  record Wal(String level, Room senders, Room slots) {}

  /**
   * How much of a limited thing is left.
   *
   * @param ours whether the relay has one already
   */
  record Room(int limit, int used, boolean ours) {}
}
