package dev.waybill.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A benchmark run for so short that only its verdict on correctness means something: how fast it
 * was is nobody's business.
 */
public final class ShortRun {
  private static final String HOME = "waybill.home";

  private ShortRun() {}

  /** Runs it on a stack of this checkout at 50 messages a second, and returns its report. */
  public static JsonNode of(Function<Terminal, Object> benchmark, String rateOption, Path data) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(err),
            new BufferedReader(Reader.nullReader()),
            false,
            false);
    System.setProperty(HOME, Path.of("..").toAbsolutePath().normalize().toString());
    try {
      new CommandLine(benchmark.apply(terminal))
          .setErr(terminal.err())
          .setCaseInsensitiveEnumValuesAllowed(true)
          .execute(
              rateOption,
              "50",
              "--seconds",
              "2",
              "--warm-up",
              "1",
              "--data",
              data.resolve("bench").toString(),
              "-o",
              "json");
    } finally {
      System.clearProperty(HOME);
    }
    JsonNode report = JsonMapper.builder().build().readTree(out.toString());
    assertThat(report.at("/verdicts/correct").asBoolean()).as(out + "\n" + err).isTrue();
    return report;
  }
}
