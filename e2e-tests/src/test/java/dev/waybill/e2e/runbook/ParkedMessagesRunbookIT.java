package dev.waybill.e2e.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.e2e.project.ProjectTree;
import dev.waybill.local.network.Ports;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The statements of the pages on parked messages and on lanes, on a message that is parked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParkedMessagesRunbookIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String LARGE = "\"" + "x".repeat(1_500_000) + "\"";

  private static final ProjectTree TREE = ProjectTree.current();

  private final RunbookPage page = RunbookPage.parse(TREE.read("runbooks/parked-messages.md"));
  private final LocalPostgres postgres;
  private final SecuredKafka kafka;

  ParkedMessagesRunbookIT(@TempDir Path folder) {
    postgres = LocalPostgres.builder().durable(false).start();
    kafka = SecuredKafka.start(folder);
  }

  @AfterAll
  void stopServers() {
    kafka.close();
    postgres.close();
  }

  @Test
  void releasesADeadLetterAndWhatWaitsBehindIt() {
    Site site = Site.create(postgres, kafka, "parked");
    String before = site.stage("{}");
    String large = site.stage(LARGE);
    String behind = site.stage("{}");
    ChildProcess relay =
        site.startRelay(
            Ports.free(),
            "--waybill.relay.parking.max-attempts=1",
            "--waybill.relay.parking.first-pause=100ms");
    try {
      await()
          .atMost(LIMIT)
          .ignoreExceptions()
          .until(() -> state(site, large).equals("dead-letter"));
      assertThat(site.waybill("relay", "status", "--relay", "parked")).isZero();
      site.run(page.in("Diagnosis"), large);
      site.run(RunbookPage.parse(TREE.read("runbooks/handler-topic-blocked.md")).blocks(), large);
      assertThat(site.arrived()).containsExactly(before);

      site.configureTopic("max.message.bytes", "3000000");
      site.run(page.in("Mitigation"), behind);
      assertThat(state(site, large)).as("another message was named").isEqualTo("dead-letter");
      assertThat(released(site)).isZero();
      // With one attempt it is dead again when the relay has not looked at the topic since.
      await()
          .atMost(LIMIT)
          .pollInterval(Duration.ofSeconds(2))
          .untilAsserted(
              () -> {
                site.run(page.in("Mitigation"), large);
                assertThat(site.arrived()).isEqualTo(List.of(before, large, behind));
              });
      await().atMost(LIMIT).until(() -> state(site, behind).equals("dispatched"));
      assertThat(released(site)).isPositive();
    } finally {
      relay.terminate(Duration.ofSeconds(30));
    }
  }

  private static String state(Site site, String messageId) {
    return site.as("waybill_relay")
        .sql("SELECT state FROM outbox.record WHERE message_id = ?::uuid")
        .param(messageId)
        .query(String.class)
        .single();
  }

  private static long released(Site site) {
    return site.as("waybill_relay")
        .sql("SELECT count(*) FROM outbox.relay_action WHERE action = 'release'")
        .query(Long.class)
        .single();
  }
}
