package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How the relay is can be read from its database, also when its process is gone. */
class RelayHealthRowIT {

  private static final Map<String, String> OFTEN = Map.of("waybill.relay.health-interval", "200ms");

  private final RelayTestbed testbed = RelayTestbed.create();

  @Test
  void isKeptOverRestartsAndCountsWhatIsParked() {
    testbed.subscribe("timeline");
    Load load = new Load(testbed);
    load.commit("parcel:1", 3);
    try (InProcessRelay relay = InProcessRelay.start(testbed, OFTEN)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 1);
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(row())
                      .containsEntry("status", "streaming")
                      .containsEntry("dead_letter", 0L)
                      .containsEntry("pending", 0L)
                      .extractingByKeys("last_observed_at", "last_success_at", "last_drain_at")
                      .doesNotContainNull());
      assertThat(instant("last_observed_at")).isBefore(instant("last_success_at"));
    }
    Instant success = instant("last_success_at");

    TestMessage.of("parcel:2", 1)
        .withPayload("\"" + "x".repeat(1_500_000) + "\"")
        .stage(testbed.as("waybill_writer"));
    Instant stopped = instant("beaten_at");
    try (InProcessRelay relay = InProcessRelay.start(testbed, OFTEN)) {
      relay.awaitStreaming();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(row()).containsEntry("retrying", 1L));
      assertThat(instant("beaten_at")).isAfter(stopped);
      assertThat(instant("last_success_at")).isAfterOrEqualTo(success);
    }
  }

  /** An old row means that the relay is gone, and never that there was nothing to do. */
  @Test
  void isWrittenAtItsIntervalAlthoughNothingHappens() {
    testbed.subscribe("timeline");
    NavigableSet<Instant> beats = new TreeSet<>();
    try (InProcessRelay relay =
        InProcessRelay.start(testbed, Map.of("waybill.relay.health-interval", "1s"))) {
      relay.awaitStreaming();
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> beats.add(instant("beaten_at")) && beats.size() == 5);
      assertThat(row()).containsEntry("last_observed_at", null).containsEntry("pending", 0L);
    }
    for (Instant beat : beats.tailSet(beats.first(), false)) {
      assertThat(Duration.between(beats.lower(beat), beat))
          .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
    }
  }

  @Test
  void showsAStandbyToo() {
    testbed.subscribe("timeline");
    Map<String, String> first = Map.of("waybill.relay.instance-id", "first");
    Map<String, String> second =
        Map.of(
            "waybill.relay.instance-id", "second",
            "waybill.relay.health-interval", "200ms",
            "waybill.relay.watch.interval", "200ms");
    testbed
        .as("waybill_relay")
        .sql(
            """
            INSERT INTO outbox.relay_process (relay, process, status, beaten_at)
            VALUES (:relay, 'old', 'streaming', now() - interval '25 h')
            """)
        .param("relay", testbed.name())
        .update();
    try (InProcessRelay leader = InProcessRelay.start(testbed, first)) {
      leader.awaitStreaming();
      try (InProcessRelay standby = InProcessRelay.start(testbed, second)) {
        await()
            .atMost(Duration.ofSeconds(60))
            .untilAsserted(
                () ->
                    assertThat(processes())
                        .hasSize(2)
                        .anyMatch(line -> line.startsWith("first#"))
                        .anyMatch(line -> line.matches("second#.* standby: first#.* streams")));
      }
    }
  }

  private List<String> processes() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT process || ' ' || status FROM outbox.relay_process WHERE relay = :relay")
        .param("relay", testbed.name())
        .query(String.class)
        .list();
  }

  private Map<String, Object> row() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT * FROM outbox.relay_health WHERE relay = :relay")
        .param("relay", testbed.name())
        .query()
        .singleRow();
  }

  private Instant instant(String column) {
    return testbed
        .as("waybill_relay")
        .sql("SELECT " + column + " FROM outbox.relay_health WHERE relay = :relay")
        .param("relay", testbed.name())
        .query((row, index) -> row.getObject(1, OffsetDateTime.class).toInstant())
        .single();
  }
}
