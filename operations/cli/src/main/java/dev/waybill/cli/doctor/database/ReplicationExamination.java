package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Database;
import dev.waybill.cli.connect.DatabaseTarget;
import dev.waybill.cli.connect.SqlFailure;
import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.finding.Findings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Proves the right to replicate by opening a replication connection as the relay's role. The role's
 * attribute would not do: a managed service may grant the right otherwise, and pg_hba.conf or a
 * pooler may stand in the way of a role that has it.
 */
public final class ReplicationExamination {

  private static final String NAME = "replication.connects";

  private final DatabaseTarget target;

  /**
   * @param target the database as the relay's role
   */
  public ReplicationExamination(DatabaseTarget target) {
    this.target = target;
  }

  public void run(Findings findings) {
    try (Connection connection = Database.connectForReplication(target);
        Statement statement = connection.createStatement();
        ResultSet system = statement.executeQuery("IDENTIFY_SYSTEM")) {
      system.next();
      findings.add(
          Finding.ok(
              NAME, target.user() + " may replicate; cluster " + system.getString("systemid")));
    } catch (SQLException e) {
      findings.add(refused(e));
    }
  }

  private Finding refused(SQLException e) {
    SqlFailure failure = SqlFailure.of(e, target);
    String state = String.valueOf(e.getSQLState());
    String what = "a replication connection as " + target.user() + " fails: " + failure.why();
    return switch (state) {
      case "42501" ->
          Finding.problem(
              NAME,
              what,
              "ALTER ROLE "
                  + target.user()
                  + " REPLICATION, or what your service grants instead, such as rds_replication");
      case "53300" -> Finding.problem(NAME, what, "raise max_wal_senders and restart the server");
      case "08P01" ->
          Finding.problem(
              NAME, what, "connect to the server itself: a pooler does not pass replication on");
      default -> Finding.problem(NAME, what, failure.next());
    };
  }
}
