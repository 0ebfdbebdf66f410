package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.postgres.StopMode;
import dev.waybill.local.topics.TopicReader;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayTestbed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The server's files are put back as they were earlier, as from a backup. Kafka then holds what the
 * database never knew.
 */
class RelayRestoredIT {

  @SuppressWarnings("NullAway.Init") // JUnit sets it
  @TempDir
  private Path folder;

  /**
   * A copy of all files brings the slot back, at its earlier place; what {@code pg_basebackup}
   * makes has none.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void publishesNothingIntoTheKafkaOfALaterDatabaseAndThenEverythingUnderANewName(boolean slots)
      throws Exception {
    try (LocalPostgres postgres = server()) {
      RelayTestbed testbed = RelayTestbed.create(postgres);
      testbed.subscribe("timeline");
      Load load = new Load(testbed);
      stream(testbed, load, "before");
      List<String> kept = received(testbed);
      backUp(postgres);
      stream(testbed, load, "lost");
      stream(testbed, load, "lost");
      restore(postgres, slots);
      load.commit("after", 3);
      List<String> published = received(testbed);

      try (InProcessRelay relay = InProcessRelay.start(testbed)) {
        RelayStatus.NotReady notReady =
            relay.awaitNotReady("Kafka and this database do not belong together");
        assertThat(notReady.remedy()).contains("runbooks/relay-not-ready.md", "foreign ledger");
        assertThat(received(testbed)).isEqualTo(published);
      }

      try (InProcessRelay relay =
          InProcessRelay.start(
              testbed, Map.of("waybill.relay.name", testbed.name() + "_restored"))) {
        relay.awaitStreaming();
        load.commit("after", 1);
        await(testbed, load.size() + kept.size());
      }
      List<String> again = new ArrayList<>(published);
      again.addAll(kept);
      assertThat(received(testbed).stream().filter(published::contains))
          .containsExactlyInAnyOrderElementsOf(again);
      assertThat(load.history("timeline").topics().get(0).lost().count()).isZero();
    }
  }

  private LocalPostgres server() {
    return LocalPostgres.builder().directory(folder.resolve("server")).durable(false).start();
  }

  private static void stream(RelayTestbed testbed, Load load, String key) {
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      load.commit(key, 2);
      await(testbed, load.size());
    }
  }

  private static void await(RelayTestbed testbed, int count) {
    Awaitility.await()
        .atMost(1, TimeUnit.MINUTES)
        .untilAsserted(() -> assertThat(received(testbed)).hasSize(count));
  }

  /** Message ids on the topic. */
  private static List<String> received(RelayTestbed testbed) {
    List<String> ids = new ArrayList<>();
    new TopicReader(testbed.kafka().bootstrapServers())
        .readAll(List.of(testbed.topic("timeline")), record -> ids.add(record.key()));
    return ids;
  }

  private void backUp(LocalPostgres postgres) throws Exception {
    postgres.stop(StopMode.FAST);
    run("cp", "-a", data(), backup());
    postgres.start();
  }

  private void restore(LocalPostgres postgres, boolean slots) throws Exception {
    postgres.stop(StopMode.FAST);
    run("rm", "-r", data());
    run("cp", "-a", backup(), data());
    if (!slots) {
      run("find", data() + "/pg_replslot", "-mindepth", "1", "-delete");
    }
    postgres.start();
  }

  private String data() {
    return folder.resolve("server").resolve("data").toString();
  }

  private String backup() {
    return folder.resolve("backup").toString();
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
        .as(String.join(" ", command))
        .isZero();
  }
}
