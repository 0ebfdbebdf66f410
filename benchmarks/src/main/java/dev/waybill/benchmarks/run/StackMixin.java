package dev.waybill.benchmarks.run;

import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.Checkout;
import dev.waybill.lab.stack.JvmOptions;
import dev.waybill.lab.stack.StackOptions;
import dev.waybill.lab.stack.StackPorts;
import dev.waybill.lab.stack.StackRunner;
import dev.waybill.lab.stack.StackServices;
import dev.waybill.lab.stack.StackSettings;
import dev.waybill.lab.stack.StartupLines;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The stack that a benchmark measures: the packaged services, empty, on free ports. */
final class StackMixin {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the servers keep their data; emptied first. Default: .waybill/bench.")
  private @Nullable Path data;

  /** The JVM's own defaults otherwise, as in production, and not those of a quick start. */
  @Option(
      names = "--jvm",
      paramLabel = "OPTIONS",
      description =
          "Options of every measured JVM, separated by spaces. Default: ${DEFAULT-VALUE}.",
      defaultValue = "-Xmx512m")
  private String jvm = "";

  /** How measured JVMs are run. */
  JvmOptions jvm() {
    return new JvmOptions(List.of(jvm.strip().split("\\s+", -1)));
  }

  /** Starts the stack, works on it and stops it, whatever happens. */
  <T> T on(Terminal terminal, StackServices services, StackRunner.Work<T> work) throws Exception {
    Path folder =
        data == null ? StackOptions.home().resolve(".waybill/bench") : data.toAbsolutePath();
    StackSettings settings =
        new StackSettings(
            new Checkout(StackOptions.home()), folder, true, StackPorts.free(), services);
    return StackRunner.run(settings, StartupLines.to(terminal.err()), work);
  }
}
