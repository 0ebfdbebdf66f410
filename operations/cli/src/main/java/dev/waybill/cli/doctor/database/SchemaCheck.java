package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.finding.Finding;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** That both sets of migrations ran, and none of them failed. */
final class SchemaCheck implements DatabaseCheck {

  private static final String STARTER = "schema.outbox";
  private static final String RELAY = "schema.relay";

  @Override
  public String name() {
    return STARTER;
  }

  @Override
  public List<Finding> run(Reader database) throws SQLException {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        history(
            database,
            STARTER,
            "starter_schema_history",
            "start the writing service with waybill.outbox.schema=migrate"));
    findings.add(
        history(
            database,
            RELAY,
            "relay_schema_history",
            "start the relay with waybill.relay.schema=migrate"));
    return findings;
  }

  private static Finding history(Reader database, String check, String table, String remedy)
      throws SQLException {
    if (!database.hasTable(table)) {
      return Finding.problem(check, "no migration ran: outbox." + table + " is missing", remedy);
    }
    return database.one(
        "SELECT count(*) FILTER (WHERE success) AS done, count(*) FILTER (WHERE NOT success) AS"
            + " failed FROM outbox."
            + table
            + " WHERE version IS NOT NULL AND type <> 'BASELINE'",
        row -> judge(check, table, row.getInt("done"), row.getInt("failed")));
  }

  static Finding judge(String check, String table, int done, int failed) {
    if (failed > 0) {
      return Finding.problem(
          check,
          failed + " migrations of outbox." + table + " failed",
          "see the log of the process that ran them, repair, and run them again");
    }
    return Finding.ok(check, done + " migrations in outbox." + table);
  }
}
