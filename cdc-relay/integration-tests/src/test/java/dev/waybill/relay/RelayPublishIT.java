package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.wire.TopicNames;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RelayPublishIT {

  private static final String OF_MESSAGE = " WHERE inhparent = 'outbox.message'::regclass";

  @Test
  void keepsDayPartitionsAheadForTheWriters() {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    long made = partitions(testbed);
    String last =
        testbed
            .as("waybill_migrator")
            .sql("SELECT max(inhrelid::regclass::text) FROM pg_inherits" + OF_MESSAGE)
            .query(String.class)
            .single();
    testbed.as("waybill_migrator").sql("DROP TABLE " + last).update();
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(partitions(testbed)).isEqualTo(made));
    }
  }

  private static long partitions(RelayTestbed testbed) {
    return testbed
        .as("waybill_migrator")
        .sql("SELECT count(*) FROM pg_inherits" + OF_MESSAGE)
        .query(Long.class)
        .single();
  }

  @Test
  void publishesCommittedMessagesToEveryHandler() {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline", "dashboard");
    Load load = new Load(testbed);
    load.commit("parcel:1", 3);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 20);
      try (Load.OpenTransaction undone = load.begin()) {
        undone.stage("parcel:2", 2).rollback();
      }
      load.commit("parcel:2", 1);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> load.received("timeline", "dashboard") >= 2L * load.size());
      assertThat(load.history("timeline", "dashboard").clean()).isTrue();
      assertThat(keptDeadLetters(testbed, "timeline")).isEqualTo(Duration.ofDays(30));
      assertThat(keptDeadLetters(testbed, "dashboard")).isEqualTo(Duration.ofDays(30));
    }
  }

  private static Duration keptDeadLetters(RelayTestbed testbed, String handler) {
    String topic = TopicNames.deadLetters(testbed.topic(handler));
    return Duration.ofMillis(Long.parseLong(testbed.topicSetting(topic, "retention.ms")));
  }
}
