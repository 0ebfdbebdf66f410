package dev.waybill.cli.subscriptions;

import dev.waybill.cli.connect.Database;
import dev.waybill.cli.connect.DatabaseOptions;
import dev.waybill.cli.connect.DatabaseTarget;
import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.HandlerServersOption;
import dev.waybill.cli.connect.SqlFailure;
import dev.waybill.cli.contracts.DeclaredSubscriptions;
import dev.waybill.cli.plan.Plan;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExecuteOptions;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "apply",
    header = "Make the subscriptions of a folder the ones that count.",
    description = {
      "",
      "Reads every *.yaml of DIR, checks each type and version against the contracts, and shows"
          + " what would change against the revision that is applied now. With --execute it writes"
          + " the next revision; the relay and the writers follow it without a restart.",
      "",
      "A folder is applied as a whole: a handler without a file in it is sent nothing more.",
      "",
      "It connects as "
          + DatabaseOptions.MIGRATOR
          + " unless --database-user names another role; the password is read from"
          + " $WAYBILL_DATABASE_PASSWORD.",
      "",
      "Writers may stage a version when every subscriber reads it by the applied revision. So each"
          + " handler that is promised a new version is asked through --handler-server what its"
          + " instances read, and the revision is refused when one does not, or when nobody can be"
          + " asked and --unasked does not answer for it. A version is taken from a handler only"
          + " when nothing of it is on its way to that handler.",
      "",
      "A change that could let a message overtake an earlier one of its key is refused until the"
          + " handler has been drained.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  waybill subscriptions apply schemas/subscriptions",
      "  waybill subscriptions apply schemas/subscriptions --execute --reason \"register calendar\"",
      "  waybill subscriptions apply schemas/subscriptions --handler-server http://timeline:8100"
    })
final class ApplyCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Parameters(paramLabel = "DIR", description = "Folder with one YAML file for each handler.")
  private Path folder = Path.of("");

  @Option(
      names = "--contracts",
      paramLabel = "DIR_OR_JAR",
      description =
          "Where the contracts are; may be repeated. Default: the folder events beside DIR.")
  private List<Path> contracts = new ArrayList<>();

  @Option(
      names = "--drained",
      paramLabel = "HANDLER",
      description =
          "State that this handler has handled every message on its topic; may be repeated.")
  private List<String> drained = new ArrayList<>();

  @Option(
      names = "--unasked",
      paramLabel = "HANDLER",
      split = ",",
      description =
          "Answer yourself for what this handler reads where none of its instances can be asked;"
              + " put on record. Does not outvote an instance that answers. May be repeated.")
  private List<String> unasked = new ArrayList<>();

  @Mixin private final HandlerServersOption servers = new HandlerServersOption();
  @Mixin private final ExecuteOptions execution = new ExecuteOptions();
  @Mixin private final DatabaseOptions database = new DatabaseOptions();
  @Mixin private final OutputOption output = new OutputOption();

  ApplyCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    execution.check(terminal);
    List<Subscription> wanted = DeclaredSubscriptions.read(folder, contracts);
    Set<HandlerId> drainedHandlers = declared("--drained", drained, wanted);
    Set<HandlerId> believed = declared("--unasked", unasked, wanted);
    LiveHandlers live = new LiveHandlers(servers.connect(environment));
    DatabaseTarget target = database.target(environment, DatabaseOptions.MIGRATOR);
    try (Connection connection = Database.connect(target)) {
      RevisionTable table = new RevisionTable(connection);
      Optional<AppliedRevision> applied = table.newest();
      Plan plan =
          Plan.between(
              applied.map(AppliedRevision::subscriptions).orElse(SubscriptionRevision.none()),
              wanted,
              drainedHandlers,
              live.evidence(new Underway(target), believed));
      return act(plan, new PlanReport(plan, applied), table).code();
    } catch (SQLException e) {
      throw SqlFailure.asFailure("cannot apply the subscriptions: " + target, e, target);
    }
  }

  private ExitCode act(Plan plan, PlanReport report, RevisionTable table) throws SQLException {
    boolean writes = execution.execute() && !plan.isEmpty() && !plan.isRefused();
    if (!output.json()) {
      report.print(terminal);
    }
    boolean written =
        writes && execution.confirmed(terminal, "Apply revision " + plan.next().revision() + "?");
    if (written) {
      write(plan.next(), table);
    }
    if (output.json()) {
      ObjectNode document = report.json();
      output.write(terminal, document.put("executed", written));
    }
    if (plan.isRefused()) {
      terminal.err().println("Refused: nothing was written.");
      return ExitCode.CONFLICT;
    }
    if (!plan.isEmpty() && !written) {
      terminal
          .err()
          .println(
              execution.execute()
                  ? "Not applied: nothing was written."
                  : "Nothing was written. To apply it: --execute --reason \"…\"");
    }
    return writes && !written ? ExitCode.FAILURE : ExitCode.OK;
  }

  private void write(SubscriptionRevision next, RevisionTable table) throws SQLException {
    String reason =
        execution.reason()
            + stated(" [stated as drained: ", drained)
            + stated(" [stated to read its file: ", unasked);
    try {
      AppliedRevision applied =
          table.append(next, System.getProperty("user.name", "unknown"), reason);
      terminal.err().println("Written: " + applied.describe());
    } catch (RevisionTable.OvertakenException e) {
      throw CommandFailure.because(
          ExitCode.CONFLICT,
          "somebody else applied subscriptions meanwhile; nothing was written",
          "now it is " + e.getMessage(),
          "run it again: the plan is then made against the new revision",
          e);
    }
  }

  private static String stated(String what, List<String> handlers) {
    return handlers.isEmpty() ? "" : what + String.join(", ", handlers) + "]";
  }

  private Set<HandlerId> declared(String option, List<String> names, List<Subscription> wanted) {
    Set<HandlerId> handlers = new LinkedHashSet<>();
    for (String name : names) {
      handlers.add(
          wanted.stream()
              .map(Subscription::handler)
              .filter(handler -> handler.value().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      CommandFailure.of(
                          ExitCode.USAGE,
                          option + " " + name + ": no file of " + folder + " declares that handler",
                          "check the name")));
    }
    return handlers;
  }
}
