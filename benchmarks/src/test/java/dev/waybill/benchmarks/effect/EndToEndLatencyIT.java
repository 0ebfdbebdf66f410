package dev.waybill.benchmarks.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A short run: that the benchmark works and judges right; how fast it was is nobody's business. */
class EndToEndLatencyIT {

  private static final String HOME = "waybill.home";

  @BeforeEach
  void tellTheCheckout() {
    System.setProperty(HOME, Path.of("..").toAbsolutePath().normalize().toString());
  }

  @AfterEach
  void forgetTheCheckout() {
    System.clearProperty(HOME);
  }

  @Test
  void seesTheEffectOfEveryMessageOfAShortRunExactlyOnce(@TempDir Path data) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(err),
            new BufferedReader(Reader.nullReader()),
            false,
            false);

    new CommandLine(new EndToEndLatency(terminal))
        .setErr(terminal.err())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .execute(
            "--rate",
            "50",
            "--seconds",
            "2",
            "--warm-up",
            "1",
            "--data",
            data.resolve("bench").toString(),
            "-o",
            "json");

    JsonNode report = JsonMapper.builder().build().readTree(out.toString());
    assertThat(report.at("/verdicts/correct").asBoolean()).as(out + "\n" + err).isTrue();
    assertThat(report.path("figures").toString())
        .contains("handler.50.commit-to-effect.p50", "handler.50.commit-to-effect.p99");
  }
}
