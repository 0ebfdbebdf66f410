package dev.waybill.benchmarks;

import dev.waybill.benchmarks.drain.RelayDrain;
import dev.waybill.benchmarks.effect.EndToEndLatency;
import dev.waybill.benchmarks.engine.BareEngineCommand;
import dev.waybill.benchmarks.failover.RelayFailover;
import dev.waybill.benchmarks.handler.HandlerThroughput;
import dev.waybill.benchmarks.listener.PlainListenerCommand;
import dev.waybill.benchmarks.publish.LoadCommand;
import dev.waybill.benchmarks.publish.PublishLatency;
import dev.waybill.benchmarks.publish.RelayLatency;
import dev.waybill.benchmarks.run.Benchmark;
import dev.waybill.benchmarks.staging.StagingCost;
import dev.waybill.cli.terminal.ProgramOptions;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.effects.EffectsCommand;
import dev.waybill.lab.stack.BrokerCommand;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line {@code waybill bench}. */
@Command(
    name = "waybill bench",
    header = "Measure how fast Waybill is on this machine.",
    description = {
      "",
      "Each benchmark starts servers of its own and gives three verdicts before any figure: whether"
          + " the outcome was correct, whether the load was reached, and whether the system kept"
          + " up. Compare the ratios to the reference of the same run; figures of different"
          + " machines, or of a busy one, say little.",
      "",
      "Exit code 1 when a verdict is not good: then the figures do not count.",
      ""
    },
    synopsisSubcommandLabel = "NAME")
public final class BenchCommand {

  @Mixin private final ProgramOptions options = new ProgramOptions();

  private BenchCommand() {}

  /** Runs one benchmark and ends the process with its exit code. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    System.exit(run(Terminal.ofProcess(System.getenv()), arguments));
  }

  /** Runs one benchmark in this process and returns its exit code. */
  static int run(Terminal terminal, String... arguments) {
    BenchCommand bench = new BenchCommand();
    CommandLine root = new CommandLine(bench);
    benchmarks(terminal).forEach(root::addSubcommand);
    // What needs a process of its own is this very program again.
    root.addSubcommand(new BrokerCommand());
    root.addSubcommand(new EffectsCommand());
    root.addSubcommand(new BareEngineCommand());
    root.addSubcommand(new LoadCommand());
    root.addSubcommand(new PlainListenerCommand());
    return bench.options.applyTo(root, terminal).execute(arguments);
  }

  /** Every benchmark that there is. */
  private static List<Benchmark> benchmarks(Terminal terminal) {
    return List.of(
        new RelayDrain(terminal),
        new RelayLatency(terminal),
        new RelayFailover(terminal),
        new PublishLatency(terminal),
        new EndToEndLatency(terminal),
        new HandlerThroughput(terminal),
        new StagingCost(terminal));
  }
}
