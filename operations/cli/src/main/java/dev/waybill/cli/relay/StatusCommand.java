package dev.waybill.cli.relay;

import dev.waybill.cli.connect.Database;
import dev.waybill.cli.connect.DatabaseOptions;
import dev.waybill.cli.connect.DatabaseTarget;
import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.connect.RelayLogin;
import dev.waybill.cli.connect.SqlFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "status",
    header = "Who streams, which handlers wait, what is parked, what was done.",
    description = {
      "",
      "Reads the relay's tables and changes nothing: the lease and how long it holds, the slot,"
          + " handlers whose topics take no records or that are being made good, parked messages by"
          + " handler, state and cause, orders that have not ended, and the last actions. What is wrong and what to do about it"
          + " says waybill doctor.",
      "",
      "Exit code 3 when no relay of the name ever ran here.",
      ""
    },
    footer = {
      "",
      "The password is read from $WAYBILL_RELAY_PASSWORD or $WAYBILL_DATABASE_PASSWORD.",
    })
final class StatusCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Mixin private final DatabaseOptions database = new DatabaseOptions();
  @Mixin private final RelayLogin login = new RelayLogin();
  @Mixin private final OutputOption output = new OutputOption();

  StatusCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    DatabaseTarget target = login.target(environment, database);
    try (Connection connection = Database.connect(target)) {
      connection.setReadOnly(true);
      RelayOverview overview = RelayOverview.read(new Reader(connection), login.relay());
      if (!overview.known()) {
        terminal.err().println("No relay of the name " + login.relay() + " ever ran here.");
        return ExitCode.NOTHING_FOUND.code();
      }
      if (output.json()) {
        output.write(terminal, OverviewJson.of(overview, target.toString()));
      } else {
        new OverviewReport(overview, target.toString()).print(terminal);
      }
      return ExitCode.OK.code();
    } catch (SQLException e) {
      throw SqlFailure.asFailure("cannot look at relay " + login.relay(), e, target);
    }
  }
}
