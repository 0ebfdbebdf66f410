package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.relay.status.Progress;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the stream cannot bring comes from the table: nothing is lost with a slot. */
class RelayRecoveryIT {

  private RelayTestbed testbed;
  private Load load;

  @BeforeEach
  void stageBeforeAnythingElse() {
    testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    load = new Load(testbed);
    load.commit("parcel:1", 2);
  }

  @Test
  void publishesWhatADroppedSlotWouldHaveBrought() {
    streamOnce();
    testbed.dropSlot();
    load.commit("parcel:1", 3);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 1);
      awaitEverything("timeline");
      assertThat(relay.context().getBean(Progress.class).recoveries()).isEqualTo(1);
    }
    assertThat(actions()).isEqualTo(1);
  }

  @Test
  void waitsForAnOperatorWhereItIsToldTo() {
    streamOnce();
    testbed.dropSlot();
    load.commit("parcel:1", 1);
    Map<String, String> manual = Map.of("waybill.relay.recovery", "manual");
    try (InProcessRelay relay = InProcessRelay.start(testbed, manual)) {
      RelayStatus.NotReady notReady = relay.awaitNotReady("is missing, although it was installed");
      assertThat(notReady.reason()).contains(testbed.slot());
      assertThat(notReady.remedy()).contains("./waybill relay recover");
    }
    assertThat(load.received("timeline")).isEqualTo(2);
  }

  /** A copy of the database comes without slots, and its original may still be served. */
  @Test
  void waitsForAnOperatorWhereTheDatabaseMayBeACopy() {
    streamOnce();
    testbed.dropSlot();
    load.commit("parcel:1", 1);
    String elsewhere = testbed.postgres().jdbcUrl(testbed.name()).replace("127.0.0.1", "localhost");
    Map<String, String> moved = Map.of("waybill.relay.database.url", elsewhere);
    try (InProcessRelay relay = InProcessRelay.start(testbed, moved)) {
      relay.awaitNotReady("is missing, although it was installed at 127.0.0.1");
      asRelay("UPDATE outbox.relay_installation SET caught_up_at = NULL");
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
  }

  /** At once, also while nothing was proved to be complete yet: that takes a minute. */
  @Test
  void isNotReadyWhenTheNumbersOfTheOutboxStartAgain() {
    streamOnce();
    asRelay("UPDATE outbox.relay_installation SET verified_seq = 0");
    migrator("ALTER SEQUENCE outbox.message_seq RESTART");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      assertThat(relay.awaitNotReady("its numbers start again").remedy()).contains("nextval");
      assertThat(verified()).isZero();
    }
  }

  private long verified() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT verified_seq FROM outbox.relay_installation")
        .query(Long.class)
        .single();
  }

  @Test
  void findsWhatASlotThatWasMadeAnewByHandMissed() {
    streamOnce();
    testbed.dropSlot();
    load.commit("parcel:1", 10);
    testbed
        .as("waybill_relay")
        .sql("SELECT pg_create_logical_replication_slot(:slot, 'pgoutput')::text")
        .param("slot", testbed.slot())
        .query(String.class)
        .single();
    load.commit("parcel:2", 10);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
  }

  @Test
  void deliversWhatWasStagedWhileTheTableWasOutOfThePublication() {
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything("timeline");
      migrator("ALTER PUBLICATION waybill_outbox DROP TABLE outbox.message");
      load.commit("parcel:1", 5);
      relay.awaitNotReady("passes on [] of outbox.message");
      load.commit("parcel:1", 5);
      migrator(
          "ALTER PUBLICATION waybill_outbox ADD TABLE"
              + " outbox.message (seq, message_id, envelope, payload)");
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
  }

  /** Nobody saw it, and putting the table back brings nothing: the rows that no batch has tell. */
  @Test
  void findsWhatWasStagedWhileTheTableWasOutOfThePublicationAndTheRelayDown() {
    streamOnce();
    load.commit("parcel:1", 1);
    migrator("ALTER PUBLICATION waybill_outbox DROP TABLE outbox.message");
    load.commit("parcel:2", 5);
    migrator(
        "ALTER PUBLICATION waybill_outbox ADD TABLE"
            + " outbox.message (seq, message_id, envelope, payload)");
    load.commit("parcel:3", 1);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything("timeline");
      assertThat(relay.context().getBean(Progress.class).late()).isEqualTo(5);
    }
  }

  /** The log keeps a change as the publication passed it on then; mending that does not mend it. */
  @Test
  void goesAroundAChangeInTheLogThatCannotBeDecoded() {
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
    passOn("seq, message_id");
    load.commit("parcel:1", 5);
    passOn("seq, message_id, envelope, payload");
    load.commit("parcel:1", 5);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      // Five engines, with pauses between them.
      await().atMost(Duration.ofSeconds(90)).until(() -> actions() == 1);
      relay.awaitStreaming();
      load.commit("parcel:1", 1);
      awaitEverything("timeline");
    }
    assertThat(actions()).isEqualTo(1);
  }

  private void passOn(String columns) {
    migrator(
        "ALTER PUBLICATION waybill_outbox SET TABLE outbox.message (%s), outbox.relay_heartbeat (beat, relay)"
            .formatted(columns));
  }

  @Test
  void keepsTheOrderOfAKeyWhenItCatchesUpUnderLoad() {
    load.commit("parcel:2", 40);
    Map<String, String> small = Map.of("waybill.relay.stream.batch-size", "1");
    try (InProcessRelay relay = InProcessRelay.start(testbed, small)) {
      await().atMost(Duration.ofSeconds(60)).until(() -> slotIsConsistent());
      while (!(relay.status() instanceof RelayStatus.Streaming)) {
        try (Load.OpenTransaction open = load.begin()) {
          open.stage("parcel:1", 1);
          load.commit("parcel:2", 3);
          open.commit();
        }
        load.commit("parcel:1", 1);
      }
      awaitEverything("timeline");
    }
  }

  private boolean slotIsConsistent() {
    return testbed
        .as("waybill_relay")
        .sql(
            """
            SELECT count(*) = 1 FROM pg_replication_slots
            WHERE slot_name = :slot AND confirmed_flush_lsn IS NOT NULL
            """)
        .param("slot", testbed.slot())
        .query(Boolean.class)
        .single();
  }

  /**
   * A row behind another program's logical message has a position that looks like the message's.
   */
  @Test
  void deliversRowsBehindLogicalMessagesOfOthersThroughARestart() {
    try (Load.OpenTransaction early = begunWhileStreaming()) {
      withLogicalMessage();
      early.stage("parcel:early", 1).commit();
      withLogicalMessage();
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
  }

  /** It holds a message and a row before the restart, and another row behind it. */
  private Load.OpenTransaction begunWhileStreaming() {
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      Load.OpenTransaction early = load.begin();
      early.client().sql("SELECT pg_logical_emit_message(true, 'other', 'x')").query().singleRow();
      early.stage("parcel:early", 1);
      withLogicalMessage();
      awaitReceived(load.size());
      return early;
    }
  }

  private void withLogicalMessage() {
    try (Load.OpenTransaction other = load.begin()) {
      other.client().sql("SELECT pg_logical_emit_message(true, 'other', 'x')").query().singleRow();
      other.stage("parcel:1", 1).commit();
    }
  }

  private void awaitReceived(int count) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> load.received("timeline") == count);
  }

  private void streamOnce() {
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
  }

  private long actions() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT count(*) FROM outbox.relay_action WHERE action = 'recover'")
        .query(Long.class)
        .single();
  }

  private void asRelay(String sql) {
    testbed.as("waybill_relay").sql(sql).update();
  }

  private void migrator(String sql) {
    testbed.as("waybill_migrator").sql(sql).update();
  }

  private void awaitEverything(String... handlers) {
    long expected = (long) handlers.length * load.size();
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(load.received(handlers)).isGreaterThanOrEqualTo(expected));
    assertThat(load.history(handlers).clean()).isTrue();
  }
}
