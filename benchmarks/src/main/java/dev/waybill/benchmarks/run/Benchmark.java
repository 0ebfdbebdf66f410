package dev.waybill.benchmarks.run;

import dev.waybill.benchmarks.report.Report;
import dev.waybill.benchmarks.report.ReportText;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/**
 * A benchmark as a command. Its name and options are those of the subclass; what it writes and how
 * it exits is the same for all: 1 when a verdict is not good, since then the figures do not count.
 */
public abstract class Benchmark implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private final OutputOption output = new OutputOption();

  protected Benchmark(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * Measures. Progress goes to {@link #say}.
   *
   * @throws dev.waybill.cli.terminal.CommandFailure when there is nothing to report
   */
  protected abstract Report measure() throws Exception;

  /** Tells a waiting person what goes on. */
  protected final void say(String line) {
    terminal.err().println(line);
    terminal.err().flush();
  }

  protected final Terminal terminal() {
    return terminal;
  }

  @Override
  public final Integer call() throws Exception {
    Report report = measure();
    if (output.json()) {
      output.write(terminal, report.json());
    } else {
      new ReportText(report).print(terminal);
    }
    return (report.verdicts().allGood() ? ExitCode.OK : ExitCode.FAILURE).code();
  }
}
