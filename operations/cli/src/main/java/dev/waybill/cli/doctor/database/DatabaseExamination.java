package dev.waybill.cli.doctor.database;

import dev.waybill.cli.connect.Database;
import dev.waybill.cli.connect.DatabaseTarget;
import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.connect.SqlFailure;
import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.finding.Findings;
import dev.waybill.cli.subscriptions.AppliedRevision;
import dev.waybill.cli.subscriptions.RevisionTable;
import dev.waybill.contract.subscription.InvalidSubscriptionException;
import dev.waybill.contract.subscription.SubscriptionRevision;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Looks at the writer's database over one connection; each check stands alone. */
public final class DatabaseExamination {

  private static final String REACHABLE = "database.reachable";
  private static final String REVISION = "subscriptions.applied";

  private final DatabaseTarget target;
  private final RelayNames names;
  private final List<DatabaseCheck> checks;
  private volatile Examined examined = Examined.nothing();

  public DatabaseExamination(DatabaseTarget target, RelayNames names) {
    this.target = target;
    this.names = names;
    this.checks =
        List.of(
            new ServerCheck(),
            new WalCheck(names),
            new RoleCheck(names),
            new SchemaCheck(),
            new PartitionCheck(),
            new PublicationCheck(names),
            new SlotCheck(names),
            new InstallationCheck(names),
            new LeaseCheck(names),
            new TransactionCheck(names));
  }

  /** Runs every check; returns early only when the connection breaks. */
  public void run(Findings findings) {
    try (Connection connection = Database.connect(target)) {
      findings.add(Finding.ok(REACHABLE, target.toString()));
      Reader reader = new Reader(connection);
      for (DatabaseCheck check : checks) {
        run(check, reader, findings);
      }
      examined = new Examined(revision(connection, findings), relayRan(reader));
    } catch (SQLException e) {
      SqlFailure failure = SqlFailure.of(e, target);
      findings.add(Finding.problem(REACHABLE, target + ": " + failure.why(), failure.next()));
    }
  }

  /** What was learned for the parts that follow. */
  public Examined examined() {
    return examined;
  }

  private void run(DatabaseCheck check, Reader reader, Findings findings) throws SQLException {
    try {
      findings.addAll(check.run(reader));
    } catch (SQLException e) {
      if (breaksConnection(e)) {
        throw e;
      }
      findings.add(cannotLook(check.name(), e));
    }
  }

  private Optional<SubscriptionRevision> revision(Connection connection, Findings findings)
      throws SQLException {
    try {
      Optional<AppliedRevision> newest = new RevisionTable(connection).newest();
      findings.add(
          newest
              .map(
                  one ->
                      Finding.ok(
                          REVISION,
                          one.describe()
                              + "; "
                              + one.subscriptions().subscriptions().size()
                              + " handlers"))
              .orElseGet(
                  () ->
                      Finding.warning(
                          REVISION,
                          "no subscriptions are applied: messages go to nobody",
                          "waybill subscriptions apply DIR")));
      return newest.map(AppliedRevision::subscriptions);
    } catch (InvalidSubscriptionException e) {
      findings.add(
          Finding.problem(
              REVISION,
              String.valueOf(e.getMessage()),
              "use the version of Waybill that applied it, or apply the subscriptions again"));
    } catch (SQLException e) {
      if (breaksConnection(e)) {
        throw e;
      }
      findings.add(cannotLook(REVISION, e));
    }
    return Optional.empty();
  }

  private boolean relayRan(Reader reader) throws SQLException {
    try {
      return reader.hasTable("dispatch_batch")
          && reader
              .find(
                  "SELECT FROM outbox.dispatch_batch WHERE relay = ? LIMIT 1",
                  row -> true,
                  names.relay())
              .isPresent();
    } catch (SQLException e) {
      if (breaksConnection(e)) {
        throw e;
      }
      return false;
    }
  }

  private Finding cannotLook(String check, SQLException e) {
    if ("42P01".equals(e.getSQLState()) || "3F000".equals(e.getSQLState())) {
      return Finding.skipped(check, "the tables that it looks at are not there yet");
    }
    SqlFailure failure = SqlFailure.of(e, target);
    return Finding.warning(check, "cannot look: " + failure.why(), failure.next());
  }

  private static boolean breaksConnection(SQLException e) {
    String state = e.getSQLState();
    return state == null || state.startsWith("08") || state.startsWith("57P");
  }
}
