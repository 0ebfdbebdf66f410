package dev.waybill.lab.stack;

import dev.waybill.cli.WaybillCommand;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

/** Applies the checkout's subscriptions, with the command that an operator would use. */
final class AppliedSubscriptions {
  private AppliedSubscriptions() {}

  /**
   * Writes a new revision unless the applied one is the same.
   *
   * @throws CommandFailure with the command's own words when it refuses
   */
  static void apply(Path folder, Path contracts, String jdbcUrl) {
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output);
    Terminal terminal =
        new Terminal(writer, writer, new BufferedReader(Reader.nullReader()), false, false);
    Map<String, String> environment =
        Map.of(
            "WAYBILL_DATABASE_URL",
            jdbcUrl,
            "WAYBILL_DATABASE_USER",
            Role.MIGRATOR.roleName(),
            "WAYBILL_DATABASE_PASSWORD",
            Role.MIGRATOR.password());
    int exitCode =
        WaybillCommand.run(
            terminal,
            environment,
            "subscriptions",
            "apply",
            folder.toString(),
            "--contracts",
            contracts.toString(),
            "--execute",
            "--yes",
            "--reason",
            "local stack");
    if (exitCode != 0) {
      throw CommandFailure.of(
          ExitCode.FAILURE,
          "the subscriptions in " + folder + " were not applied",
          output.toString().strip());
    }
  }
}
