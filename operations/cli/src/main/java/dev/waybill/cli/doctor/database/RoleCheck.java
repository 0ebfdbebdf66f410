package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** That the relay's role is there, and that nobody works as superuser. */
final class RoleCheck implements DatabaseCheck {

  private static final String NAME = "database.roles";

  private final RelayNames names;

  RoleCheck(RelayNames names) {
    this.names = names;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> run(Reader database) throws SQLException {
    Optional<Boolean> superuser =
        database.find(
            "SELECT rolsuper FROM pg_roles WHERE rolname = ?",
            row -> row.getBoolean("rolsuper"),
            names.role());
    return List.of(judge(names.role(), superuser));
  }

  static Finding judge(String role, Optional<Boolean> superuser) {
    if (superuser.isEmpty()) {
      return Finding.problem(
          NAME, "role " + role + " does not exist", "run roles.sql as an administrator");
    }
    if (superuser.get()) {
      return Finding.warning(
          NAME,
          "role " + role + " is a superuser: it may do far more than a relay needs",
          "ALTER ROLE " + role + " NOSUPERUSER REPLICATION");
    }
    return Finding.ok(NAME, "role " + role + " exists and is no superuser");
  }
}
