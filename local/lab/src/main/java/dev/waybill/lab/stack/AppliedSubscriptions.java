package dev.waybill.lab.stack;

import dev.waybill.cli.WaybillCommand;
import dev.waybill.cli.subscriptions.AppliedRevision;
import dev.waybill.cli.subscriptions.RevisionTable;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.local.postgres.LocalPostgres;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Sees to it that the checkout's handlers are subscribed. What somebody applied to a running stack
 * is theirs: the next start adds a handler that is missing, and changes and removes none.
 */
final class AppliedSubscriptions {
  private final Path contracts;
  private final LocalPostgres postgres;
  private final String database;

  AppliedSubscriptions(Path contracts, LocalPostgres postgres, String database) {
    this.contracts = contracts;
    this.postgres = postgres;
    this.database = database;
  }

  /**
   * Applies the files where nothing is applied yet, or a handler of theirs is missing.
   *
   * @throws CommandFailure with the command's own words when it refuses
   */
  InForce ensure(SubscriptionFolder files) throws SQLException {
    Optional<SubscriptionRevision> before = newest();
    if (before.isEmpty()) {
      apply(files.path(), handlers(files.subscriptions()));
      return new InForce(newest().orElseThrow(), "applied");
    }
    List<Subscription> declared = files.subscriptions();
    Set<HandlerId> missing = handlers(declared);
    missing.removeAll(handlers(before.get().subscriptions()));
    if (missing.isEmpty()) {
      boolean same = before.get().subscriptions().containsAll(declared);
      return new InForce(
          before.get(), same ? "as found" : "as found; schemas/subscriptions differs");
    }
    files.keep(before.get());
    apply(files.path(), missing);
    return new InForce(newest().orElseThrow(), "with " + names(missing) + " added");
  }

  private Optional<SubscriptionRevision> newest() throws SQLException {
    try (Connection connection =
        postgres
            .dataSource(database, Role.MIGRATOR.roleName(), Role.MIGRATOR.password())
            .getConnection()) {
      return new RevisionTable(connection).newest().map(AppliedRevision::subscriptions);
    }
  }

  /** With the command that an operator would use; the new handlers are not started yet. */
  private void apply(Path folder, Set<HandlerId> added) {
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output);
    Terminal terminal =
        new Terminal(writer, writer, new BufferedReader(Reader.nullReader()), false, false);
    Map<String, String> environment =
        Map.of(
            "WAYBILL_DATABASE_URL",
            postgres.jdbcUrl(database),
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
            "--unasked",
            added.stream().map(HandlerId::value).collect(Collectors.joining(",")),
            "--reason",
            "local stack");
    if (exitCode != 0) {
      throw CommandFailure.of(
          ExitCode.FAILURE,
          "the subscriptions in " + folder + " were not applied",
          output.toString().strip());
    }
  }

  private static Set<HandlerId> handlers(List<Subscription> subscriptions) {
    return subscriptions.stream()
        .map(Subscription::handler)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String names(Set<HandlerId> handlers) {
    return handlers.stream().map(HandlerId::value).collect(Collectors.joining(", "));
  }
}
