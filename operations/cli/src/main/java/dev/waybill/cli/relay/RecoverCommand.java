package dev.waybill.cli.relay;

import dev.waybill.cli.connect.Database;
import dev.waybill.cli.connect.DatabaseOptions;
import dev.waybill.cli.connect.DatabaseTarget;
import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.connect.RelayLogin;
import dev.waybill.cli.connect.SqlFailure;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExecuteOptions;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "recover",
    header = "Let a relay whose slot is lost go on from the table.",
    description = {
      "",
      "For a relay that waits for a person: its slot is lost and waybill.relay.recovery is manual, or"
          + " its slot is missing and the database may be a copy. Shows what the relay would do. With"
          + " --execute it marks that rows must be published from the table, with a record of who"
          + " said so and why; the relay goes on within seconds. Nothing is lost, and nothing that is"
          + " in its ledger is published again.",
      "",
      "Exit code 3 when the relay was never installed here, 5 when it streams well.",
      ""
    },
    footer = {
      "",
      "The password is read from $WAYBILL_RELAY_PASSWORD or $WAYBILL_DATABASE_PASSWORD.",
      "",
      "Example:",
      "  waybill relay recover --database-url jdbc:postgresql://db:5432/activity",
      "  waybill relay recover --execute --reason \"slot lost in the outage of the 3rd\""
    })
final class RecoverCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Option(
      names = "--actor",
      paramLabel = "NAME",
      description = "Who says so, for the record. Default: the user of this machine.")
  private @Nullable String actor;

  @Mixin private final ExecuteOptions execution = new ExecuteOptions();
  @Mixin private final DatabaseOptions database = new DatabaseOptions();
  @Mixin private final RelayLogin login = new RelayLogin();
  @Mixin private final OutputOption output = new OutputOption();

  RecoverCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    execution.check(terminal);
    DatabaseTarget target = login.target(environment, database);
    try (Connection connection = Database.connect(target)) {
      RelayTables tables = new RelayTables(new Reader(connection), login.relay());
      Recovery plan = Recovery.plan(tables, login.relay());
      return act(
              plan,
              new RecoveryReport(plan, target.toString()),
              new RecoveryWord(connection, tables))
          .code();
    } catch (SQLException e) {
      throw SqlFailure.asFailure("cannot recover relay " + login.relay(), e, target);
    }
  }

  private ExitCode act(Recovery plan, RecoveryReport report, RecoveryWord word)
      throws SQLException {
    boolean wanted = execution.execute() && !plan.steps().isEmpty();
    if (!output.json()) {
      report.print(terminal);
    }
    boolean given =
        wanted && execution.confirmed(terminal, "Recover relay " + plan.relay() + " so?");
    if (given) {
      give(plan, word);
    }
    if (output.json()) {
      output.write(terminal, report.json(given));
    }
    if (plan.refusal().isPresent()) {
      terminal.err().println("Refused: " + plan.refusal().get() + ". Nothing was done.");
      return ExitCode.CONFLICT;
    }
    tell(plan, given);
    return wanted && !given ? ExitCode.FAILURE : ExitCode.OK;
  }

  private void give(Recovery plan, RecoveryWord word) throws SQLException {
    if (!word.give(plan, actor(), execution.reason())) {
      throw CommandFailure.of(
          ExitCode.CONFLICT,
          "the relay's state changed meanwhile; nothing was done",
          "run it again: the plan is then made of what is there now");
    }
  }

  private void tell(Recovery plan, boolean given) {
    if (given) {
      terminal
          .err()
          .println(
              "Done: it is marked. A relay that nothing else holds up goes on within seconds;"
                  + " ./waybill relay status shows it.");
    } else if (!plan.steps().isEmpty()) {
      terminal
          .err()
          .println(
              execution.execute()
                  ? "Not confirmed: nothing was done."
                  : "Nothing was done. To recover: --execute --reason \"…\"");
    }
  }

  private String actor() {
    return actor == null || actor.isBlank()
        ? System.getProperty("user.name", "unknown")
        : actor.strip();
  }
}
