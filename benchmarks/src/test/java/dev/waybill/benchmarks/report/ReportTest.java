package dev.waybill.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ReportTest {

  private static final Report REPORT =
      new Report(
          "relay-nothing",
          Instant.parse("2026-01-01T00:00:00Z"),
          new Findings(
              new Verdicts(true, false, true),
              List.of(new Figure("relay-to-reference.p50", 1.25, "x")),
              List.of(new Figure("relay.p50", 12.5, "ms")),
              Map.of("rate", "100"),
              List.of("only 3 of 9 were committed in time")),
          Machine.here());

  @Test
  void saysInJsonEverythingThatItKnows() {
    JsonNode json = REPORT.json();

    assertThat(json.path("benchmark").asString()).isEqualTo("relay-nothing");
    assertThat(json.at("/verdicts/correct").asBoolean()).isTrue();
    assertThat(json.at("/verdicts/loadReached").asBoolean()).isFalse();
    assertThat(json.at("/verdicts/keptUp").asBoolean()).isTrue();
    assertThat(json.at("/ratios/0/value").asDouble()).isEqualTo(1.25);
    assertThat(json.at("/figures/0/unit").asString()).isEqualTo("ms");
    assertThat(json.at("/parameters/rate").asString()).isEqualTo("100");
    assertThat(json.at("/remarks/0").asString()).contains("only 3 of 9");
    assertThat(json.at("/machine/processors").asInt()).isPositive();
  }

  @Test
  void putsTheVerdictsBeforeTheFigures() {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);

    new ReportText(REPORT)
        .print(new Terminal(writer, writer, new BufferedReader(Reader.nullReader()), false, false));

    assertThat(out.toString())
        .containsSubsequence(
            "correct: yes  load reached: NO  kept up: yes", "only 3", "1.25", "12.50")
        .contains("rate = 100");
  }

  @Test
  void oneBadVerdictIsEnough() {
    assertThat(Verdicts.good().allGood()).isTrue();
    assertThat(Verdicts.good().and(new Verdicts(true, true, false)).allGood()).isFalse();
    assertThat(REPORT.findings().verdicts().and(Verdicts.good()).loadReached()).isFalse();
  }
}
