package dev.waybill.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.benchmarks.run.Benchmark;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.JvmOptions;
import dev.waybill.lab.stack.Stack;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.util.function.Function;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/**
 * A benchmark run for so short that only its verdict on correctness means something: how fast it
 * was is nobody's business.
 */
final class ShortRun {

  private ShortRun() {}

  /** Runs it on a stack with the given options, and returns its report. */
  static JsonNode of(Function<Terminal, Benchmark> make, Stack stack, String... options)
      throws Exception {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said);
    Benchmark benchmark =
        make.apply(
            new Terminal(writer, writer, new BufferedReader(Reader.nullReader()), false, false));
    new CommandLine(benchmark)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs(withQuickStart(options));
    JsonNode report = benchmark.report(stack).json();
    assertThat(report.at("/verdicts/correct").asBoolean()).as(report + "\n" + said).isTrue();
    return report;
  }

  private static String[] withQuickStart(String... options) {
    String[] all = new String[options.length + 1];
    all[0] = "--jvm=" + String.join(" ", JvmOptions.QUICK_START.values());
    System.arraycopy(options, 0, all, 1, options.length);
    return all;
  }
}
