package dev.waybill.e2e.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
 * Whatever became of the slot, the relay does not run on with a gap, and the steps of the runbook
 * bring every message to its topic, each once and in order.
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
    List<String> staged = streamAndStop(site);
    staged.addAll(site.stage(20));
    loseTheSlot(site);

    try (Running relay = Running.start(site)) {
      String reason = relay.awaitNotReady();
      assertThat(reason)
          .contains("replication slot waybill_lost is lost")
          .contains("wal_status lost")
          .contains("wal_removed")
          .contains("runbooks/slot-lost.md");
      assertThat(site.arrived()).hasSize(5);

      site.run(page.in("Diagnosis"));
      site.run(page.in("Mitigation"));

      relay.awaitReady();
      awaitExactly(site, staged);
      staged.addAll(site.stage(3));
      awaitExactly(site, staged);
      site.run(page.in("Verification"));
      site.run(RunbookPage.parse(TREE.read("runbooks/relay-not-ready.md")).blocks());
    }
  }

  @Test
  void recoversFromASlotThatSomebodyDroppedOrMadeAnew() {
    Site site = Site.create(postgres, kafka, "dropped");
    List<String> staged = streamAndStop(site);
    dropTheSlot(site);
    staged.addAll(site.stage(10));

    try (Running relay = Running.start(site)) {
      assertThat(relay.awaitNotReady())
          .contains("replication slot waybill_dropped is missing, although it was installed");
      assertThat(site.arrived()).hasSize(5);

      site.run(page.in("Mitigation"));

      relay.awaitReady();
      awaitExactly(site, staged);
    }

    dropTheSlot(site);
    staged.addAll(site.stage(10));
    site.as("waybill_relay")
        .sql("SELECT pg_create_logical_replication_slot('waybill_dropped', 'pgoutput')")
        .query()
        .listOfRows();
    staged.addAll(site.stage(10));
    site.run(page.in("Mitigation"));

    try (Running relay = Running.start(site)) {
      relay.awaitReady();
      awaitExactly(site, staged);
    }
  }

  private static List<String> streamAndStop(Site site) {
    try (Running relay = Running.start(site)) {
      relay.awaitReady();
      List<String> staged = site.stage(5);
      awaitExactly(site, staged);
      return new ArrayList<>(staged);
    }
  }

  private static void awaitExactly(Site site, List<String> staged) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(site.arrived()).containsExactlyElementsOf(staged));
  }

  private static void dropTheSlot(Site site) {
    site.as("waybill_relay")
        .sql("SELECT pg_drop_replication_slot('waybill_" + site.name() + "')")
        .query()
        .listOfRows();
  }

  private static void loseTheSlot(Site site) {
    site.asSuperuser().sql("CREATE TABLE noise (line text)").update();
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              site.asSuperuser().sql(SOME_MEGABYTES_OF_LOG).update();
              site.asSuperuser().sql("SELECT pg_switch_wal()").query().listOfRows();
              site.asSuperuser().sql("CHECKPOINT").update();
              return site.asSuperuser()
                  .sql("SELECT wal_status FROM pg_replication_slots WHERE slot_name = :slot")
                  .param("slot", "waybill_" + site.name())
                  .query(String.class)
                  .single()
                  .equals("lost");
            });
  }

  /** A relay process and the address of its readiness probe. */
  private record Running(ChildProcess process, URI readiness) implements AutoCloseable {

    static Running start(Site site) {
      int port = Ports.free();
      URI readiness = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
      return new Running(site.startRelay(port), readiness);
    }

    void awaitReady() {
      process.awaitHttp(readiness, answer -> answer.statusCode() == 200, LIMIT);
    }

    /** Waits for the probe to answer 503 and returns the reason that the log gives. */
    String awaitNotReady() {
      process.awaitHttp(readiness, answer -> answer.statusCode() == 503, LIMIT);
      return process.awaitLine(Pattern.compile("Relay not ready: replication slot"), LIMIT);
    }

    @Override
    public void close() {
      process.terminate(Duration.ofSeconds(30));
    }
  }
}
