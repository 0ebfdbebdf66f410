package dev.waybill.e2e.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.e2e.project.ProjectTree;
import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.local.network.Ports;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The steps of the pages on parked messages and on lanes, on a message that is parked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParkedMessagesRunbookIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String LARGE = "\"" + "x".repeat(1_500_000) + "\"";

  private static final ProjectTree TREE = ProjectTree.current();

  private final RunbookPage page = RunbookPage.parse(TREE.read("runbooks/parked-messages.md"));
  private final LocalPostgres postgres;
  private final SecuredKafka kafka;

  private final TokenIssuer issuer = new TokenIssuer();
  private final Path publicKey;

  ParkedMessagesRunbookIT(@TempDir Path folder) {
    publicKey = issuer.writePublicKey(folder);
    postgres = LocalPostgres.builder().durable(false).start();
    kafka = SecuredKafka.start(folder);
  }

  @AfterAll
  void stopServers() {
    kafka.close();
    postgres.close();
  }

  @Test
  void replaysADeadLetterAndWhatWaitsBehindIt() {
    Site site = Site.create(postgres, kafka, "parked");
    String before = site.stage("{}");
    String large = site.stage(LARGE);
    String behind = site.stage("{}");
    int port = Ports.free();
    ChildProcess relay =
        site.startPackagedRelay(
            port,
            "--spring.security.oauth2.resourceserver.jwt.public-key-location=file:" + publicKey,
            "--waybill.relay.api.operator-tenant=acme",
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
      site.run(RunbookPage.parse(TREE.read("runbooks/message-missing.md")).blocks());
      assertThat(site.arrived()).containsExactly(before);

      site.configureTopic("max.message.bytes", "3000000");
      Map<String, String> operator =
          Map.of(
              "WAYBILL_SERVER",
              "http://127.0.0.1:" + port,
              "WAYBILL_TOKEN",
              issuer.token("acme", "anna", "operator"));
      assertThat(site.waybill(operator, "relay", "dead-letters", "--handler", "timeline")).isZero();
      assertThat(site.waybill(operator, replay("--message", behind)))
          .as("another message was named")
          .isEqualTo(ExitCode.NOTHING_FOUND.code());
      assertThat(site.waybill(operator, "relay", "replay", "--handler", "timeline")).isZero();
      assertThat(state(site, large)).as("only planned").isEqualTo("dead-letter");
      assertThat(replays(site)).isZero();
      // With one attempt it is dead again when the relay has not looked at the topic since.
      await()
          .atMost(LIMIT)
          .pollInterval(Duration.ofSeconds(2))
          .untilAsserted(
              () -> {
                site.waybill(operator, replay("--cause", "too-large"));
                assertThat(site.arrived()).isEqualTo(List.of(before, large, behind));
              });
      await().atMost(LIMIT).until(() -> state(site, behind).equals("dispatched"));
      assertThat(replays(site)).isPositive();
      assertThat(site.waybill(operator, "relay", "dead-letters"))
          .isEqualTo(ExitCode.NOTHING_FOUND.code());
      pausesAndResumes(site, operator);
    } finally {
      relay.terminate(Duration.ofSeconds(30));
    }
  }

  private static void pausesAndResumes(Site site, Map<String, String> operator) {
    RunbookPage paused = RunbookPage.parse(TREE.read("runbooks/relay-paused.md"));
    String[] reason = {"--execute", "--yes", "--reason", "maintenance of Kafka"};
    assertThat(site.waybill(operator, words("pause", reason))).isZero();
    site.run(paused.in("Diagnosis"));
    assertThat(site.waybill(operator, "relay", "orders")).isZero();
    String late = site.stage("{}");
    assertThat(site.waybill(operator, words("resume", reason))).isZero();
    assertThat(site.waybill(operator, words("drain", reason))).isZero();
    await().atMost(LIMIT).until(() -> site.arrived().contains(late));
  }

  private static String[] words(String verb, String... options) {
    List<String> words = new ArrayList<>(List.of("relay", verb));
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }

  private static String state(Site site, String messageId) {
    return site.as("waybill_relay")
        .sql("SELECT state FROM outbox.record WHERE message_id = ?::uuid")
        .param(messageId)
        .query(String.class)
        .single();
  }

  private static String[] replay(String... which) {
    List<String> options =
        new ArrayList<>(List.of("--handler", "timeline", "--execute", "--yes", "--reason", "fits"));
    options.addAll(List.of(which));
    return words("replay", options.toArray(String[]::new));
  }

  private static long replays(Site site) {
    return site.as("waybill_relay")
        .sql("SELECT count(*) FROM outbox.relay_action WHERE action = 'replay'")
        .query(Long.class)
        .single();
  }
}
