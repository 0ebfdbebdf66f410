package dev.waybill.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.benchmarks.drain.RelayDrain;
import dev.waybill.benchmarks.effect.EndToEndLatency;
import dev.waybill.benchmarks.failover.RelayFailover;
import dev.waybill.benchmarks.handler.HandlerThroughput;
import dev.waybill.benchmarks.publish.PublishLatency;
import dev.waybill.benchmarks.publish.RelayLatency;
import dev.waybill.benchmarks.staging.StagingCost;
import dev.waybill.lab.effects.EffectsPlan;
import dev.waybill.lab.stack.Checkout;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.stack.StackPorts;
import dev.waybill.lab.stack.StackServices;
import dev.waybill.lab.stack.StackSettings;
import dev.waybill.lab.stack.StartupLines;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Every benchmark on one stack, since it is the start of a stack that takes its time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShortRunsIT {

  private static final Duration LEASE = Duration.ofSeconds(3);

  private Stack stack;

  @BeforeAll
  void start(@TempDir Path data) throws Exception {
    stack =
        new Stack(
            new StackSettings(
                new Checkout(Path.of("..").toAbsolutePath().normalize()),
                data.resolve("bench"),
                true,
                StackPorts.free(),
                StackServices.of(LEASE, List.of(new EffectsPlan()))),
            StartupLines.to(new PrintWriter(Writer.nullWriter())));
    stack.start();
  }

  @AfterAll
  void stop() {
    stack.close();
  }

  @Test
  void publishLatencySeesEveryMessageExactlyOnce() throws Exception {
    JsonNode report =
        ShortRun.of(PublishLatency::new, stack, "--rates=50", "--seconds=2", "--warm-up=1");

    assertThat(report.path("benchmark").asString()).isEqualTo("publish-latency");
    assertThat(report.path("ratios")).isNotEmpty();
    assertThat(report.path("figures").toString())
        .contains("relay.50.intended-to-visible.p50", "reference.50.intended-to-visible.p99");
  }

  @Test
  void endToEndLatencySeesTheEffectOfEveryMessageExactlyOnce() throws Exception {
    JsonNode report =
        ShortRun.of(EndToEndLatency::new, stack, "--rate=50", "--seconds=2", "--warm-up=1");

    assertThat(report.path("figures").toString())
        .contains("handler.50.commit-to-effect.p50", "handler.50.commit-to-effect.p99");
  }

  @Test
  void relayLatencySeesWhatAnotherProcessCommits() throws Exception {
    JsonNode report =
        ShortRun.of(
            RelayLatency::new,
            stack,
            "--rate=50",
            "--seconds=2",
            "--warm-up=1",
            "--idle-seconds=1");

    assertThat(report.path("ratios").toString())
        .contains("p50_vs_plain_kafka", "p99_vs_plain_kafka", "idle_cpu_of_one_core");
    assertThat(report.path("figures").toString())
        .contains("relay.50.commit-to-visible.p50", "reference.50.intended-to-visible.p99");
  }

  @Test
  void relayDrainReadsTheSameBacklogInEveryWay() throws Exception {
    JsonNode report =
        ShortRun.of(RelayDrain::new, stack, "--rows=6000", "--warm-up-rows=2000", "--rounds=1");

    assertThat(report.at("/verdicts/loadReached").asBoolean()).as(report.toString()).isTrue();
    assertThat(report.path("ratios").toString())
        .contains(
            "relay_vs_bare_engine",
            "relay_vs_sending_engine",
            "sending_vs_bare_engine",
            "trimmed_vs_all_columns",
            "bare_engine_vs_raw_decoding");
  }

  @Test
  void handlerThroughputSeesEveryEffectOnceWhoeverHandles() throws Exception {
    JsonNode report =
        ShortRun.of(
            HandlerThroughput::new,
            stack,
            "--messages=1000",
            "--reference-messages=500",
            "--failing-messages=500",
            "--flush-micros=300",
            "--no-warm-up-round",
            "--rounds=1");

    assertThat(report.at("/verdicts/loadReached").asBoolean()).as(report.toString()).isTrue();
    assertThat(report.path("ratios").toString())
        .contains(
            "waybill_vs_plain_listener",
            "duplicate_vs_new",
            "with_one_failure_in_100_vs_plain_listener");
    assertThat(report.path("figures").toString())
        .contains("waybill-failing.first-to-last-that-was-held-up");
    assertThat(report.at("/parameters/flush-micros").asString()).isEqualTo("300");
    assertThat(databasesWith("commit_delay=300"))
        .containsExactlyInAnyOrder("bench_waybill", "bench_plain", "bench_failing");
  }

  @Test
  void stagingCostFindsEachChangeWithItsMessage() throws Exception {
    JsonNode report =
        ShortRun.of(
            StagingCost::new,
            stack,
            "--seconds=1",
            "--rounds=1",
            "--warm-up=0",
            "--flush-micros=200",
            "--contracts=../schemas/events");

    assertThat(report.path("ratios").toString())
        .contains("staged_vs_unstaged", "update_in_place_vs_unstaged");
    assertThat(figure(report, "staged.dead-rows-per-message")).isZero();
    assertThat(figure(report, "update-in-place.dead-rows-per-message")).isEqualTo(1);
    assertThat(figure(report, "staged.wal-bytes-per-message")).isPositive();
  }

  private List<String> databasesWith(String setting) throws SQLException {
    return new JdbcTemplate(stack.superuser())
        .queryForList(
            "SELECT datname FROM pg_database JOIN pg_db_role_setting ON setdatabase = pg_database.oid"
                + " WHERE ? = ANY (setconfig)",
            String.class,
            setting);
  }

  private static double figure(JsonNode report, String name) {
    for (JsonNode figure : report.path("figures")) {
      if (figure.path("name").asString().equals(name)) {
        return figure.path("value").asDouble();
      }
    }
    throw new AssertionError("no figure " + name + " in " + report);
  }

  @Test
  void relayFailoverSeesTheSuccessorPublish() throws Exception {
    JsonNode report =
        ShortRun.of(
            RelayFailover::new,
            stack,
            "--kills=1",
            "--rate=50",
            "--lease-seconds=" + LEASE.toSeconds());

    assertThat(report.at("/figures/0/name").asString()).isEqualTo("kill-to-publish.1");
    assertThat(report.at("/figures/0/value").asDouble()).as(report.toString()).isPositive();
  }
}
