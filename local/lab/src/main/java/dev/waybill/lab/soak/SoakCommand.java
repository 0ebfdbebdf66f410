package dev.waybill.lab.soak;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.effects.EffectsPlan;
import dev.waybill.lab.stack.Checkout;
import dev.waybill.lab.stack.StackOptions;
import dev.waybill.lab.stack.StackPorts;
import dev.waybill.lab.stack.StackRunner;
import dev.waybill.lab.stack.StackServices;
import dev.waybill.lab.stack.StackSettings;
import dev.waybill.lab.stack.StartupLines;
import dev.waybill.local.history.TopicHistory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill soak}. */
@Command(
    name = "soak",
    header = "Kill relay and handler under load, then compare topics and effects with commits.",
    description = {
      "",
      "Starts a stack of its own on free ports, writes to the outbox in every way (COPY, multi-row"
          + " INSERT, the starter's function, interleaved long transactions, rollbacks to savepoints"
          + " and whole ones), and sends the relay or a handler SIGKILL at random instants. When all"
          + " is quiet it reads each handler's topic with read_committed, and the rows that the"
          + " handler wrote, one for each message, into a table where nothing keeps it from writing"
          + " two.",
      "",
      "Exit code 0 only if nothing was lost, doubled, invented or reordered.",
      ""
    })
public final class SoakCommand implements Callable<Integer> {
  private static final Duration LEASE = Duration.ofSeconds(3);

  private final Terminal terminal;

  @Option(
      names = "--kills",
      paramLabel = "N",
      description = "How often to kill one of the two. Default: ${DEFAULT-VALUE}.")
  private int kills = 5;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Messages per second, all writers together. Default: ${DEFAULT-VALUE}.")
  private int rate = 1000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Repeat the choices of an earlier run. Default: a new one, which is printed.")
  private @Nullable Long seed;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the servers keep their data; emptied first. Default: .waybill/soak.")
  private @Nullable Path data;

  @Mixin private final OutputOption output = new OutputOption();

  /** Makes the command. */
  public SoakCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    SoakPlan plan = new SoakPlan(kills, rate, seed == null ? newSeed() : seed);
    terminal.err().printf("seed %d, %d kills, %d messages/s%n", plan.seed(), kills, rate);
    StackSettings settings = settings();
    SoakResult result =
        StackRunner.run(
            settings,
            StartupLines.to(terminal.err()),
            stack -> new Soak(stack, plan, terminal).run());
    report(result);
    return (result.passed() ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  private StackSettings settings() {
    Path home = StackOptions.home();
    Path folder = data == null ? home.resolve(".waybill/soak") : data.toAbsolutePath();
    return new StackSettings(
        new Checkout(home),
        folder,
        true,
        StackPorts.free(),
        StackServices.of(LEASE, List.of(new EffectsPlan())));
  }

  private void report(SoakResult result) {
    if (output.json()) {
      output.write(terminal, result.json());
      return;
    }
    Table table = new Table("where", "records", "lost", "doubled", "ghosts", "reordered");
    result.history().topics().forEach(topic -> row(table, topic));
    row(table, result.effects());
    table.lines().forEach(terminal.out()::println);
    terminal
        .out()
        .printf(
            "%n%s: %d committed, %d rolled back, %d kills (relay %d, handler %d), %d s, seed %d%n",
            result.passed()
                ? terminal.paint(Style.GOOD, "passed")
                : terminal.paint(Style.BAD, "FAILED"),
            result.history().committed(),
            result.rolledBack(),
            kills,
            result.kills().relay(),
            result.kills().handler(),
            result.seconds(),
            result.plan().seed());
    terminal.out().flush();
  }

  private static void row(Table table, TopicHistory history) {
    table.row(
        history.topic(),
        Long.toString(history.records()),
        history.lost().toString(),
        history.doubled().toString(),
        history.ghosts().toString(),
        history.reordered().toString());
  }

  private static long newSeed() {
    return new SecureRandom().nextInt(Integer.MAX_VALUE);
  }
}
