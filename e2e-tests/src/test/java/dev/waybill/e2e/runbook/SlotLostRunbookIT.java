package dev.waybill.e2e.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.e2e.project.ProjectTree;
import dev.waybill.local.network.Ports;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.process.ChildProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever became of the slot, the relay does not run on with a gap: by itself, or at a person's
 * word where it is told to wait for one, every message comes to its topic, each once and in order.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlotLostRunbookIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String SOME_MEGABYTES_OF_LOG =
      "INSERT INTO noise SELECT repeat(md5(random()::text), 64) FROM generate_series(1, 20000)";

  private static final ProjectTree TREE = ProjectTree.current();

  private final RunbookPage page = RunbookPage.parse(TREE.read("runbooks/slot-lost.md"));
  private final LocalPostgres postgres;
  private final SecuredKafka kafka;

  SlotLostRunbookIT(@TempDir Path folder) {
    postgres =
        LocalPostgres.builder().durable(false).setting("max_slot_wal_keep_size", "16MB").start();
    kafka = SecuredKafka.start(folder);
  }

  @AfterAll
  void stopServers() {
    kafka.close();
    postgres.close();
  }

  @Test
  void recoversFromASlotThatTheServerGaveUp() {
    Site site = Site.create(postgres, kafka, "lost");
    List<String> staged = new ArrayList<>(site.stage(5));
    try (Running relay = Running.start(site)) {
      relay.awaitLine("Relay streaming");
      awaitExactly(site, staged);
      relay.process().pause();
      staged.addAll(site.stage(20));
      loseTheSlot(site);
      relay.process().resume();

      relay.awaitLine("the server gave up slot waybill_lost: wal_status lost.* from the table");
      awaitExactly(site, staged);
      relay.awaitReady();
      assertThat(actions(site)).singleElement().asString().startsWith("relay recover the server");
    }
  }

  @Test
  void recoversFromASlotThatSomebodyDroppedOrMadeAnew() {
    Site site = Site.create(postgres, kafka, "dropped");
    List<String> staged = new ArrayList<>(site.stage(5));
    try (Running relay = Running.start(site)) {
      relay.awaitLine("Relay streaming");
      awaitExactly(site, staged);
      endTheStream(site);
      dropTheSlot(site);
      staged.addAll(site.stage(10));

      relay.awaitLine("slot waybill_dropped was gone. It makes a new slot");
      awaitExactly(site, staged);
      relay.awaitReady();
    }

    dropTheSlot(site);
    staged.addAll(site.stage(10));
    makeTheSlotAnew(site);
    staged.addAll(site.stage(10));
    recover(site, "a slot was made by hand");
    try (Running relay = Running.start(site)) {
      relay.awaitReady();
      awaitExactly(site, staged);
      site.run(page.in("Verification"));
    }
  }

  @Test
  void waitsForAPersonWhereItIsToldToAndGoesOnAtTheirWord() {
    Site site = Site.create(postgres, kafka, "manual");
    List<String> staged = new ArrayList<>(site.stage(5));
    try (Running relay = Running.start(site, "--waybill.relay.recovery=manual")) {
      relay.awaitLine("Relay streaming");
      awaitExactly(site, staged);
      awaitStreamingWell(site);
      relay.process().pause();
      staged.addAll(site.stage(20));
      loseTheSlot(site);
      relay.process().resume();

      assertThat(relay.awaitNotReady())
          .contains("replication slot waybill_manual is lost")
          .contains("wal_status lost")
          .contains("wal_removed")
          .contains("run ./waybill relay recover, see runbooks/slot-lost.md");
      List<String> late = site.stage(5);
      staged.addAll(late);
      site.run(page.in("Diagnosis"));
      assertThat(plan(site)).isEqualTo(ExitCode.OK.code());
      assertThat(site.arrived()).as("it waits to be told").doesNotContainAnyElementsOf(late);

      recover(site, "slot lost");

      awaitExactly(site, staged);
      relay.awaitReady();
      site.run(page.in("Mitigation"));
      assertThat(actions(site)).containsExactly("cli recover slot lost requested");
      awaitStreamingWell(site);
      for (String other :
          List.of("relay-not-ready", "relay-wal-growing", "outbox-partitions-short")) {
        site.run(RunbookPage.parse(TREE.read("runbooks/" + other + ".md")).blocks());
      }
    }
  }

  /** Nothing to recover is what the command says of a relay that streams. */
  private static void awaitStreamingWell(Site site) {
    await().atMost(LIMIT).until(() -> plan(site) == ExitCode.CONFLICT.code());
  }

  private static int plan(Site site) {
    return site.waybill("relay", "recover", "--relay", site.name());
  }

  private static void recover(Site site, String reason) {
    assertThat(
            site.waybill(
                "relay",
                "recover",
                "--relay",
                site.name(),
                "--execute",
                "--yes",
                "--reason",
                reason))
        .isZero();
  }

  private static List<String> actions(Site site) {
    return site.as("waybill_relay")
        .sql(
            """
            SELECT concat_ws(' ', source, action, reason, outcome)
            FROM outbox.relay_action
            ORDER BY action_id
            """)
        .query(String.class)
        .list();
  }

  private static void endTheStream(Site site) {
    site.asSuperuser()
        .sql(
            "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name = ?")
        .param(site.slot())
        .query()
        .listOfRows();
  }

  private static void makeTheSlotAnew(Site site) {
    site.as("waybill_relay")
        .sql("SELECT pg_create_logical_replication_slot(?, 'pgoutput')")
        .param(site.slot())
        .query()
        .listOfRows();
  }

  private static void awaitExactly(Site site, List<String> staged) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(site.arrived()).containsExactlyElementsOf(staged));
  }

  /** Drops it as soon as nobody reads it. */
  private static void dropTheSlot(Site site) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(10))
        .ignoreExceptions()
        .untilAsserted(
            () ->
                site.as("waybill_relay")
                    .sql("SELECT pg_drop_replication_slot(?)")
                    .param(site.slot())
                    .query()
                    .listOfRows());
  }

  private static void loseTheSlot(Site site) {
    site.asSuperuser().sql("CREATE TABLE IF NOT EXISTS noise (line text)").update();
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              site.asSuperuser().sql(SOME_MEGABYTES_OF_LOG).update();
              site.asSuperuser().sql("SELECT pg_switch_wal()").query().listOfRows();
              site.asSuperuser().sql("CHECKPOINT").update();
              return site.asSuperuser()
                  .sql("SELECT wal_status FROM pg_replication_slots WHERE slot_name = :slot")
                  .param("slot", site.slot())
                  .query(String.class)
                  .single()
                  .equals("lost");
            });
  }

  /** A relay process and the address of its readiness probe. */
  private record Running(ChildProcess process, URI readiness) implements AutoCloseable {

    static Running start(Site site, String... settings) {
      int port = Ports.free();
      URI readiness = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
      return new Running(site.startRelay(port, settings), readiness);
    }

    void awaitReady() {
      process.awaitHttp(readiness, answer -> answer.statusCode() == 200, LIMIT);
    }

    /** Waits for the reason that the log gives, and for the probe to answer 503. */
    String awaitNotReady() {
      String reason =
          process.awaitLine(Pattern.compile("Relay not ready: replication slot"), LIMIT);
      process.awaitHttp(readiness, answer -> answer.statusCode() == 503, LIMIT);
      return reason;
    }

    void awaitLine(String pattern) {
      process.awaitLine(Pattern.compile(pattern), LIMIT);
    }

    @Override
    public void close() {
      process.terminate(Duration.ofSeconds(30));
    }
  }
}
