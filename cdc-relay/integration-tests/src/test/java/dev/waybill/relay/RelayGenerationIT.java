package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.relay.KillPointRelay.Deed;
import dev.waybill.relay.KillPointRelay.Point;
import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayProcess;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A transaction that cannot end on one handler's topic stops nobody else. */
class RelayGenerationIT {

  private static final Map<String, String> FREEZE =
      Map.of(
          "waybill.relay.topics",
          "check",
          "kill.point",
          Point.BEFORE_KAFKA_COMMIT.name(),
          "kill.deed",
          Deed.FREEZE.name(),
          "kill.last-topic",
          ".dashboard");

  /** The broker tries the marker again without a pause, and logs a stack trace each time. */
  private static final Map<String, String> QUIET =
      Map.of("waybill.relay.topics", "check", "logging.level.kafka.server.ReplicaManager", "OFF");

  /**
   * The topic falls below its in-sync replicas while a transaction is open on it, and the relay
   * that opened it froze: whoever ends it waits for the lost broker.
   */
  @Test
  void goesOnUnderAnotherIdWhenATransactionCannotEnd() {
    try (LocalKafka first = LocalKafka.builder().start()) {
      RelayTestbed testbed = RelayTestbed.create(first);
      Load load = new Load(testbed);
      testbed.subscribe("timeline");
      // Kafka's own topics are made while there is one broker.
      try (InProcessRelay relay = InProcessRelay.start(testbed)) {
        relay.awaitStreaming();
        load.commit("parcel:1", 1);
        awaitAll(load, "timeline");
      }
      Load both = new Load(testbed);
      try (LocalKafka second = first.second().start()) {
        testbed.createTopicOn(testbed.topic("dashboard"), 3, first, second);
        testbed.subscribe("timeline", "dashboard");
        try (RelayProcess frozen =
            RelayProcess.start(KillPointRelay.class.getName(), testbed, FREEZE)) {
          both.commit("parcel:2", 5);
          frozen.awaitLine("reached");
          second.stop();
          try (InProcessRelay relay = InProcessRelay.start(testbed, QUIET)) {
            await()
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> load.received("timeline") == load.size() + both.size());
            assertThat(relay.context().getBean(LaneBoard.class).waiting().blocked())
                .containsExactly("dashboard");
            assertThat(generations(testbed)).isEqualTo("0 of 1");
            frozen.process().resume();
            frozen.awaitLine("Relay standby");
            both.commit("parcel:2", 5);

            second.start();
            awaitAll(both, "dashboard");
            await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(generations(testbed)).isEqualTo("1 of 1"));
          }
        }
      }
    }
  }

  private static void awaitAll(Load load, String handler) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> load.received(handler) >= load.size());
    assertThat(load.history(handler).clean()).as(load.history(handler).toString()).isTrue();
  }

  private static String generations(RelayTestbed testbed) {
    return testbed
        .as("waybill_relay")
        .sql("SELECT oldest_generation || ' of ' || generation FROM outbox.relay_lease")
        .query(String.class)
        .single();
  }
}
