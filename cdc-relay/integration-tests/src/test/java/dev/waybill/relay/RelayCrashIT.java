package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.history.History;
import dev.waybill.relay.KillPointRelay.Deed;
import dev.waybill.relay.KillPointRelay.Point;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayProcess;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The relay dies at the worst moments; the topics hold every committed message once, in order. */
class RelayCrashIT {

  private static final String[] HANDLERS = {"timeline", "dashboard"};

  private RelayTestbed testbed;
  private Load load;

  @BeforeEach
  void subscribe() {
    testbed = RelayTestbed.create();
    testbed.subscribe(HANDLERS);
    load = new Load(testbed);
  }

  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"BEFORE_KAFKA_COMMIT", "BEFORE_LEDGER_ROW", "AFTER_LEDGER_ROW"})
  void survivesAKillAtEveryPointOfABatch(Point point) {
    try (RelayProcess relay = killedAt(point, Deed.KILL, 3)) {
      relay.awaitStreaming();
      while (relay.process().isAlive()) {
        load.commit("parcel:1", 1);
        load.commit("parcel:2", 1);
      }
    }
    load.commit("parcel:1", 3);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      load.commit("parcel:2", 1);
      awaitEverything();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"BEFORE_PUBLISH", "BEFORE_LEDGER_ROW", "INSIDE_LEDGER_TRANSACTION"})
  void publishesNothingWhenAFrozenRelayWakes(Point point) {
    try (RelayProcess frozen = killedAt(point, Deed.FREEZE, 2)) {
      frozen.awaitStreaming();
      load.commit("parcel:1", 1);
      awaitEverything();
      load.commit("parcel:1", 1);
      frozen.awaitLine("reached");
      takeOverAndWake(frozen);
    }
  }

  /**
   * The lease is given away while the frozen relay still believes in it: only Kafka stops it. It
   * wakes as soon as its successor streams, before Kafka aborts its open transaction for its age.
   */
  @Test
  void isFencedByKafkaWhenItWakesBetweenSendAndCommit() {
    Map<String, String> freeze =
        Map.of(
            "kill.point",
            Point.BEFORE_KAFKA_COMMIT.name(),
            "kill.deed",
            Deed.FREEZE.name(),
            "kill.batch",
            "2",
            "waybill.relay.lease-duration",
            "120s",
            "waybill.relay.stream.transaction-timeout",
            "60s");
    try (RelayProcess frozen =
        RelayProcess.start(KillPointRelay.class.getName(), testbed, freeze)) {
      frozen.awaitStreaming();
      load.commit("parcel:1", 1);
      awaitEverything();
      load.commit("parcel:1", 1);
      frozen.awaitLine("reached");
      testbed
          .asSuperuser()
          .sql("UPDATE outbox.relay_lease SET lease_expires_at = clock_timestamp()")
          .update();
      try (InProcessRelay successor = InProcessRelay.start(testbed)) {
        successor.awaitStreaming();
        frozen.process().resume();
        frozen.awaitLine("Relay standby");
        load.commit("parcel:1", 3);
        awaitEverything();
      }
      assertClean();
    }
  }

  private void takeOverAndWake(RelayProcess frozen) {
    try (InProcessRelay successor = InProcessRelay.start(testbed)) {
      successor.awaitStreaming();
      load.commit("parcel:1", 5);
      awaitEverything();
      frozen.process().resume();
      frozen.awaitLine("Relay standby");
      load.commit("parcel:1", 2);
      awaitEverything();
    }
    assertClean();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void replaysATransactionThatAnotherOverlapped(boolean kill) {
    try (Load.OpenTransaction early = load.begin()) {
      try (RelayProcess relay = RelayProcess.start(testbed, Map.of())) {
        // The slot cannot be created while a transaction that writes is open, so it begins here.
        relay.awaitStreaming();
        early.stage("parcel:early", 5);
        load.commit("parcel:short", 1);
        await().atMost(Duration.ofSeconds(60)).until(() -> received() == 2L * load.size());
        early.stage("parcel:early", 5);
        if (kill) {
          relay.process().kill();
        } else {
          assertThat(relay.process().terminate(Duration.ofSeconds(30))).isEqualTo(143);
        }
      }
      early.commit();
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 60})
  void survivesAKillInTheMiddleOfBulkInserts(int batch) {
    Map<String, String> small =
        Map.of(
            "waybill.relay.stream.batch-size", "7",
            "kill.point", Point.AFTER_LEDGER_ROW.name(),
            "kill.batch", Integer.toString(batch));
    try (RelayProcess relay = RelayProcess.start(KillPointRelay.class.getName(), testbed, small)) {
      relay.awaitStreaming();
      load.copy("parcel:copied", 300);
      load.multiRowInsert("parcel:inserted", 300);
      relay.awaitExit();
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything();
    }
  }

  @Test
  void dropsRepeatsWhenTheSlotMovesBack() {
    try (RelayProcess relay = RelayProcess.start(testbed, Map.of())) {
      relay.awaitStreaming();
      load.commit("parcel:1", 2);
      awaitEverything();
      asRelay("SELECT pg_copy_logical_replication_slot('%s', '%s_earlier')");
      load.commit("parcel:1", 50);
      awaitEverything();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(confirmedIsAheadOfEarlier()).isTrue());
      relay.process().kill();
    }
    await().atMost(Duration.ofSeconds(60)).until(this::slotIsFree);
    asRelay("SELECT pg_drop_replication_slot('%s')");
    asRelay("SELECT pg_copy_logical_replication_slot('%2$s_earlier', '%1$s')");
    asRelay("SELECT pg_drop_replication_slot('%s_earlier')");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 1);
      awaitEverything();
    }
  }

  private RelayProcess killedAt(Point point, Deed deed, int batch) {
    return RelayProcess.start(
        KillPointRelay.class.getName(),
        testbed,
        Map.of(
            "kill.point", point.name(),
            "kill.deed", deed.name(),
            "kill.batch", Integer.toString(batch)));
  }

  private void awaitEverything() {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(400))
        .untilAsserted(() -> assertThat(received()).isGreaterThanOrEqualTo(2L * load.size()));
    assertClean();
  }

  private void assertClean() {
    History history = load.history(HANDLERS);
    assertThat(history.clean()).as(history.toString()).isTrue();
  }

  private long received() {
    return load.received(HANDLERS);
  }

  private void asRelay(String sql) {
    testbed
        .as("waybill_relay")
        .sql(sql.formatted(testbed.slot(), testbed.slot()))
        .query((row, index) -> true)
        .list();
  }

  private boolean confirmedIsAheadOfEarlier() {
    return testbed
        .as("waybill_relay")
        .sql(
            """
            SELECT s.confirmed_flush_lsn > e.confirmed_flush_lsn
            FROM pg_replication_slots s, pg_replication_slots e
            WHERE s.slot_name = :slot AND e.slot_name = :slot || '_earlier'
            """)
        .param("slot", testbed.slot())
        .query(Boolean.class)
        .single();
  }

  private boolean slotIsFree() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT NOT active FROM pg_replication_slots WHERE slot_name = :slot")
        .param("slot", testbed.slot())
        .query(Boolean.class)
        .single();
  }
}
