package dev.waybill.cli.subscriptions;

import dev.waybill.cli.connect.Database;
import dev.waybill.cli.connect.DatabaseOptions;
import dev.waybill.cli.connect.DatabaseTarget;
import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.SqlFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.subscription.Subscription;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "show",
    header = "Show who subscribes to what.",
    description = {"", "Shows the applied revision, or an earlier one.", ""})
final class ShowCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Option(names = "--revision", paramLabel = "NUMBER", description = "Default: the newest.")
  private @Nullable Long revision;

  @Mixin private final DatabaseOptions database = new DatabaseOptions();
  @Mixin private final OutputOption output = new OutputOption();

  ShowCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    DatabaseTarget target = database.target(environment, DatabaseOptions.MIGRATOR);
    try (Connection connection = Database.connect(target)) {
      RevisionTable table = new RevisionTable(connection);
      Optional<AppliedRevision> found = revision == null ? table.newest() : table.find(revision);
      if (found.isEmpty()) {
        terminal
            .err()
            .println(
                revision == null
                    ? "No revision is applied yet: messages go to nobody. See waybill subscriptions"
                        + " apply --help"
                    : "There is no revision " + revision + ".");
        return ExitCode.NOTHING_FOUND.code();
      }
      write(found.get());
      return ExitCode.OK.code();
    } catch (SQLException e) {
      throw SqlFailure.asFailure("cannot read the subscriptions: " + target, e, target);
    }
  }

  private void write(AppliedRevision applied) {
    if (output.json()) {
      ObjectNode root = JsonNodeFactory.instance.objectNode();
      root.put("revision", String.valueOf(applied.number()));
      root.put("appliedAt", applied.appliedAt().toString());
      root.put("appliedBy", applied.appliedBy());
      root.put("reason", applied.reason());
      root.set("subscriptions", subscriptions(applied));
      output.write(terminal, root);
      return;
    }
    terminal.out().println("Applied is " + applied.describe());
    Table table =
        new Table(
            "handler", "owner", "topic", "partitions", "ordering", "status", "clearance", "types");
    for (Subscription subscription : applied.subscriptions().subscriptions()) {
      table.row(
          subscription.handler().value(),
          subscription.owner(),
          subscription.topic(),
          String.valueOf(subscription.layout().partitions()),
          SubscriptionWords.word(subscription.layout().ordering()),
          SubscriptionWords.word(subscription.status()),
          subscription.clearance().wireName(),
          SubscriptionWords.types(subscription));
    }
    table.lines().forEach(terminal.out()::println);
    terminal.out().flush();
  }

  private static JsonNode subscriptions(AppliedRevision applied) {
    return JsonMapper.builder()
        .build()
        .readTree(applied.subscriptions().toJson())
        .path("subscriptions");
  }
}
