package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** That the relay was installed in this very database, with this slot. */
final class InstallationCheck implements DatabaseCheck {

  private static final String NAME = "relay.installation";

  private final RelayNames names;

  InstallationCheck(RelayNames names) {
    this.names = names;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> run(Reader database) throws SQLException {
    if (!database.hasTable("relay_installation")) {
      return List.of(Finding.skipped(NAME, "the relay's tables are not there yet"));
    }
    Optional<Installed> installed =
        database.find(
            """
            SELECT i.slot, i.system_identifier, c.system_identifier || '/' || d.oid AS here
            FROM outbox.relay_installation i, pg_control_system() c, pg_database d
            WHERE i.relay = ? AND d.datname = current_database()
            """,
            row ->
                new Installed(
                    row.getString("slot"),
                    row.getString("system_identifier"),
                    row.getString("here")),
            names.relay());
    return List.of(judge(installed));
  }

  Finding judge(Optional<Installed> found) {
    if (found.isEmpty()) {
      return Finding.ok(NAME, "relay " + names.relay() + " is not installed yet");
    }
    Installed installed = found.get();
    if (!installed.database().equals(installed.here())) {
      return Finding.problem(
          NAME,
          "relay "
              + names.relay()
              + " was installed in the database "
              + installed.database()
              + ", this is "
              + installed.here(),
          "name the right database, or follow runbooks/relay-not-ready.md");
    }
    if (!installed.slot().equals(names.slot())) {
      return Finding.problem(
          NAME,
          "it was installed with slot " + installed.slot() + ", not " + names.slot(),
          "name the slot with --slot, or follow runbooks/relay-not-ready.md");
    }
    return Finding.ok(NAME, "installed here, with slot " + installed.slot());
  }

  /** A row of {@code outbox.relay_installation} and this database, both as {@code cluster/oid}. */
  record Installed(String slot, String database, String here) {}
}
