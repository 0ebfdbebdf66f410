package dev.waybill.benchmarks.run;

import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.Checkout;
import dev.waybill.lab.stack.HandlerPlan;
import dev.waybill.lab.stack.StackOptions;
import dev.waybill.lab.stack.StackPorts;
import dev.waybill.lab.stack.StackRunner;
import dev.waybill.lab.stack.StackSettings;
import dev.waybill.lab.stack.StartupLines;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The stack that a benchmark measures: the packaged services, empty, on free ports. */
public final class StackMixin {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the servers keep their data; emptied first. Default: .waybill/bench.")
  private @Nullable Path data;

  /** Starts the stack, works on it and stops it, whatever happens. */
  public <T> T on(Terminal terminal, List<HandlerPlan> handlers, StackRunner.Work<T> work)
      throws Exception {
    Path folder =
        data == null ? StackOptions.home().resolve(".waybill/bench") : data.toAbsolutePath();
    StackSettings settings =
        new StackSettings(
            new Checkout(StackOptions.home()),
            folder,
            true,
            StackPorts.free(),
            StackSettings.LEASE,
            handlers);
    return StackRunner.run(settings, StartupLines.to(terminal.err()), work);
  }
}
