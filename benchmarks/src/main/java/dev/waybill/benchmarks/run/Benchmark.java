package dev.waybill.benchmarks.run;

import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.report.Machine;
import dev.waybill.benchmarks.report.Report;
import dev.waybill.benchmarks.report.ReportText;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.JvmOptions;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.stack.StackServices;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A benchmark as a command. Its name and options are those of the subclass; what it writes and how
 * it exits is the same for all: 1 when a verdict is not good, since then the figures do not count.
 */
public abstract class Benchmark implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private final OutputOption output = new OutputOption();

  @Mixin private final StackMixin stack = new StackMixin();

  protected Benchmark(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * Measures. Progress goes to {@link #say}.
   *
   * @throws dev.waybill.cli.terminal.CommandFailure when there is nothing to report
   */
  protected abstract Findings measure(Stack running) throws Exception;

  /** What the stack has to run; by default nothing but the relay. */
  protected StackServices services() {
    return new StackServices(StackServices.LEASE, List.of(), Map.of(), jvm());
  }

  /** How measured JVMs are run. */
  protected final JvmOptions jvm() {
    return stack.jvm();
  }

  /** Tells a waiting person what goes on. */
  protected final void say(String line) {
    terminal.err().println(line);
    terminal.err().flush();
  }

  @Override
  public final Integer call() throws Exception {
    Report report = stack.on(terminal, services(), this::report);
    if (output.json()) {
      output.write(terminal, report.json());
    } else {
      new ReportText(report).print(terminal);
    }
    return (report.findings().verdicts().allGood() ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  /** Measures on a stack that somebody else started and will stop. */
  public final Report report(Stack running) throws Exception {
    Machine machine = Machine.here();
    Instant startedAt = Instant.now();
    String name = getClass().getAnnotation(Command.class).name();
    return new Report(name, startedAt, measure(running), machine);
  }
}
