package dev.waybill.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void listsTheBenchmarks() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains(
            "Usage: waybill bench",
            "relay-drain",
            "relay-latency",
            "relay-failover",
            "publish-latency",
            "end-to-end-latency",
            "handler-throughput",
            "staging-cost");
  }

  @Test
  void explainsTheOptionsOfOne() {
    assertThat(run("publish-latency", "--help")).isZero();
    assertThat(out.toString())
        .contains(
            "Usage: waybill bench publish-latency",
            "--rate, --rates",
            "Default: 100,300",
            "--output");
  }

  @ParameterizedTest
  @ValueSource(strings = {"relay-drain", "relay-latency", "relay-failover"})
  void explainsWhereItsServersKeepTheirDataAndHowTheyRun(String benchmark) {
    assertThat(run(benchmark, "--help")).isZero();
    assertThat(out.toString())
        .contains("Usage: waybill bench " + benchmark, "--handlers", "--data", "--jvm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"handler-throughput", "staging-cost"})
  void letsCommitsWaitAsForASlowerDisk(String benchmark) {
    assertThat(run(benchmark, "--help")).isZero();
    assertThat(out.toString()).contains("--flush-micros=N", "commit_delay");
  }

  @ParameterizedTest
  @ValueSource(strings = {"broker", "bare-engine", "load", "plain-listener"})
  void canRunItsOwnProcessesWithoutListingThem(String process) {
    assertThat(run(process, "--help")).isZero();
    assertThat(out.toString()).contains("Usage: waybill bench " + process);
    out.getBuffer().setLength(0);
    run("--help");
    assertThat(out.toString()).doesNotContain("\n  " + process + " ");
  }

  @Test
  void refusesANameThatItDoesNotKnow() {
    assertThat(run("publish-latence")).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("publish-latency");
  }

  private int run(String... arguments) {
    return BenchCommand.run(
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(err),
            new BufferedReader(Reader.nullReader()),
            false,
            false),
        arguments);
  }
}
