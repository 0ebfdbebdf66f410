package dev.waybill.lab.soak;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.lab.load.Load;
import dev.waybill.lab.stack.Checkout;
import dev.waybill.lab.stack.StackOptions;
import dev.waybill.lab.stack.StackPorts;
import dev.waybill.lab.stack.StackRunner;
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
    header = "Kill the relay under load, then compare every topic with every commit.",
    description = {
      "",
      "Starts a stack of its own on free ports, writes to the outbox in every way (COPY, multi-row"
          + " INSERT, the starter's function, interleaved long transactions, rollbacks to savepoints"
          + " and whole ones), and sends the relay SIGKILL at random instants. When all is quiet it"
          + " reads each handler's topic with read_committed.",
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
      description = "How often to kill the relay. Default: ${DEFAULT-VALUE}.")
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
    List<String> topics = topics(settings.checkout());
    SoakResult result =
        StackRunner.run(
            settings,
            StartupLines.to(terminal.err()),
            stack -> new Soak(stack, topics, plan, terminal).run());
    report(result);
    return (result.passed() ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  private StackSettings settings() {
    Path home = StackOptions.home();
    Path folder = data == null ? home.resolve(".waybill/soak") : data.toAbsolutePath();
    return new StackSettings(new Checkout(home), folder, true, StackPorts.free(), LEASE);
  }

  /** The topics on which each message of the load has to arrive. */
  private static List<String> topics(Checkout checkout) {
    return checkout.activeSubscriptions().stream()
        .filter(subscription -> subscription.entry(Load.TYPE).isPresent())
        .map(Subscription::topic)
        .toList();
  }

  private void report(SoakResult result) {
    if (output.json()) {
      output.write(terminal, result.json());
      return;
    }
    Table table = new Table("topic", "records", "lost", "doubled", "ghosts", "reordered");
    for (TopicHistory topic : result.history().topics()) {
      table.row(
          topic.topic(),
          Long.toString(topic.records()),
          topic.lost().toString(),
          topic.doubled().toString(),
          topic.ghosts().toString(),
          topic.reordered().toString());
    }
    table.lines().forEach(terminal.out()::println);
    terminal
        .out()
        .printf(
            "%n%s: %d committed, %d rolled back, %d kills, %d s, seed %d%n",
            result.passed()
                ? terminal.paint(Style.GOOD, "passed")
                : terminal.paint(Style.BAD, "FAILED"),
            result.history().committed(),
            result.rolledBack(),
            kills,
            result.seconds(),
            result.plan().seed());
    terminal.out().flush();
  }

  private static long newSeed() {
    return new SecureRandom().nextInt(Integer.MAX_VALUE);
  }
}
