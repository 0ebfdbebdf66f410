package dev.waybill.benchmarks;

import dev.waybill.benchmarks.publish.PublishLatency;
import dev.waybill.benchmarks.run.Benchmark;
import dev.waybill.cli.terminal.FailureReport;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.BrokerCommand;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

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

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "On failure, print a stack trace as well.")
  private boolean verbose;

  @SuppressWarnings("UnusedVariable")
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this text.")
  private boolean help;

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
    // A stack runs its broker as this very program again.
    root.addSubcommand(new BrokerCommand());
    FailureReport failures = new FailureReport(() -> bench.verbose);
    return root.setOut(terminal.out())
        .setErr(terminal.err())
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(terminal.coloured() ? Ansi.ON : Ansi.OFF))
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures)
        .execute(arguments);
  }

  /** Every benchmark that there is. */
  private static List<Benchmark> benchmarks(Terminal terminal) {
    return List.of(new PublishLatency(terminal));
  }
}
