package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The server's version, and that it can be written to. */
final class ServerCheck implements DatabaseCheck {

  private static final String VERSION = "database.version";
  private static final int OLDEST = 17;
  private static final int NEWEST = 18;

  @Override
  public String name() {
    return VERSION;
  }

  @Override
  public List<Finding> run(Reader database) throws SQLException {
    return database.one(
        """
        SELECT current_setting('server_version_num')::int / 10000 AS major,
               current_setting('server_version') AS version,
               pg_is_in_recovery() AS standby
        """,
        row -> judge(row.getInt("major"), row.getString("version"), row.getBoolean("standby")));
  }

  static List<Finding> judge(int major, String version, boolean standby) {
    List<Finding> findings = new ArrayList<>();
    findings.add(version(major, version));
    if (standby) {
      findings.add(
          Finding.problem(
              "database.primary",
              "this server is a standby: nothing can be staged here",
              "name the primary in --database-url"));
    }
    return findings;
  }

  private static Finding version(int major, String version) {
    if (major < OLDEST) {
      return Finding.problem(
          VERSION,
          "PostgreSQL " + version + " is older than " + OLDEST,
          "upgrade the server to PostgreSQL 17 or 18");
    }
    if (major > NEWEST) {
      return Finding.warning(
          VERSION,
          "PostgreSQL " + version + " is newer than what Waybill is tested with",
          "use PostgreSQL 17 or 18, or test it well");
    }
    return Finding.ok(VERSION, "PostgreSQL " + version);
  }
}
