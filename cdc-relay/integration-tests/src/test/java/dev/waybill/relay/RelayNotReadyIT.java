package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayProcess;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What must hold before the relay streams: it says what is missing, waits, and goes on by itself.
 */
class RelayNotReadyIT {

  private RelayTestbed testbed;
  private Load load;

  @BeforeEach
  void stageBeforeAnythingElse() {
    testbed = RelayTestbed.create();
    load = new Load(testbed);
    load.commit("parcel:1", 2);
  }

  @Test
  void waitsForTheFirstSubscriptionsAndThenDeliversWhatWaited() {
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      assertThat(relay.awaitNotReady("no subscriptions were applied").remedy())
          .contains("./waybill subscriptions apply");
      testbed.subscribe("timeline");
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
  }

  @Test
  void waitsForTheRightToReplicate() {
    testbed.subscribe("timeline");
    String role = "without_replication_" + testbed.name();
    Map<String, String> login = testbed.login(role, "PASSWORD 'x'", "x");
    try (InProcessRelay relay = InProcessRelay.start(testbed, login)) {
      RelayStatus.NotReady notReady = relay.awaitNotReady("replication connection as " + role);
      assertThat(notReady.reason()).contains("permission denied");
      assertThat(notReady.remedy()).contains("ALTER ROLE " + role + " REPLICATION");
      testbed.asSuperuser().sql("ALTER ROLE " + role + " REPLICATION").update();
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
  }

  @Test
  void namesWhatThePublicationLacks() {
    testbed.subscribe("timeline");
    migrator("DROP PUBLICATION waybill_outbox");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      assertThat(relay.awaitNotReady("publication waybill_outbox does not exist").remedy())
          .contains("CREATE PUBLICATION waybill_outbox");
      migrator("CREATE PUBLICATION waybill_outbox FOR TABLE outbox.message");
      assertThat(relay.awaitNotReady("is not for inserts into named tables").remedy())
          .contains("never FOR ALL TABLES");
      migrator(
          "ALTER PUBLICATION waybill_outbox"
              + " SET (publish = 'insert', publish_via_partition_root = true)");
      migrator("ALTER PUBLICATION waybill_outbox SET TABLE outbox.message (seq, message_id)");
      assertThat(relay.awaitNotReady("passes on [message_id, seq]").remedy())
          .contains("SET TABLE outbox.message (seq, message_id, envelope, payload)");
      migrator(
          "ALTER PUBLICATION waybill_outbox"
              + " SET TABLE outbox.message (seq, message_id, envelope, payload)");
      assertThat(relay.awaitNotReady("of outbox.relay_heartbeat").remedy())
          .contains("payload), outbox.relay_heartbeat (beat, relay)");
      migrator("ALTER PUBLICATION waybill_outbox ADD TABLE outbox.relay_heartbeat (beat, relay)");
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
  }

  @Test
  void namesAColumnOfAnotherType() {
    testbed.subscribe("timeline");
    changeEnvelope("bytea USING convert_to(envelope, 'UTF8')");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      RelayStatus.NotReady notReady =
          relay.awaitNotReady("column envelope of outbox.message is bytea, text is needed");
      assertThat(notReady.remedy())
          .contains("ALTER PUBLICATION waybill_outbox DROP TABLE outbox.message")
          .contains("ALTER TABLE outbox.message ALTER COLUMN envelope TYPE text USING")
          .endsWith("outbox.relay_heartbeat (beat, relay)");
      changeEnvelope("text USING convert_from(envelope, 'UTF8')");
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
  }

  /** PostgreSQL changes no type of a published column, so it takes the same steps to break it. */
  private void changeEnvelope(String type) {
    migrator("ALTER PUBLICATION waybill_outbox DROP TABLE outbox.message");
    migrator("ALTER TABLE outbox.message ALTER COLUMN envelope TYPE " + type);
    migrator(
        "ALTER PUBLICATION waybill_outbox SET TABLE"
            + " outbox.message (seq, message_id, envelope, payload),"
            + " outbox.relay_heartbeat (beat, relay)");
  }

  @Test
  void namesTheTablesOfItsOwnThatAreMissing() {
    testbed.asSuperuser().sql("ALTER TABLE outbox.relay_schema_history RENAME TO none").update();
    Map<String, String> validate = Map.of("waybill.relay.schema", "validate");
    try (InProcessRelay relay = InProcessRelay.start(testbed, validate)) {
      assertThat(relay.awaitNotReady("the relay's tables are not there yet").remedy())
          .contains("waybill.relay.schema=migrate");
    }
  }

  @Test
  void refusesASlotThatIsNotItsOwn() {
    testbed.subscribe("timeline");
    testbed
        .as("waybill_relay")
        .sql("SELECT slot_name::text FROM pg_create_physical_replication_slot(:slot)")
        .param("slot", testbed.slot())
        .query(String.class)
        .single();
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitNotReady("is not a permanent pgoutput slot of this database");
      testbed.dropSlot();
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
  }

  @Test
  void refusesARecreatedDatabaseUnderTheSameKafka() {
    testbed.subscribe("timeline");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
    testbed.dropSlot();
    testbed.disconnect();
    testbed.postgres().dropDatabase(testbed.name());
    testbed.createDatabase();
    testbed.subscribe("timeline");
    TestMessage.of("parcel:1", 1).stage(testbed.as("waybill_writer"));
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      assertThat(relay.awaitNotReady("Kafka and this database do not belong together").remedy())
          .contains("runbooks/relay-not-ready.md");
    }
    assertThat(load.history("timeline").clean()).isTrue();
  }

  @Test
  void refusesACloneOfTheDatabaseAndLeavesTheOriginalAlone() {
    testbed.subscribe("timeline");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything("timeline");
    }
    String clone = testbed.name() + "_clone";
    testbed.disconnect();
    testbed
        .asSuperuser("postgres")
        .sql("CREATE DATABASE " + clone + " TEMPLATE " + testbed.name())
        .update();
    try (InProcessRelay original = InProcessRelay.start(testbed)) {
      original.awaitStreaming();
      Map<String, String> toClone =
          Map.of("waybill.relay.database.url", testbed.postgres().jdbcUrl(clone));
      try (InProcessRelay relay = InProcessRelay.start(testbed, toClone)) {
        relay.awaitNotReady("Kafka and this database do not belong together");
      }
      load.commit("parcel:1", 5);
      awaitEverything("timeline");
      assertThat(original.status()).isEqualTo(new RelayStatus.Streaming());
    }
  }

  /** What would stop a takeover is said when there is time to mend it. */
  @Test
  void saysWhileItStandsByThatItCouldNotTakeOver() {
    testbed.subscribe("timeline");
    String role = "standby_without_replication_" + testbed.name();
    Map<String, String> login = testbed.login(role, "PASSWORD 'x'", "x");
    try (InProcessRelay active = InProcessRelay.start(testbed)) {
      active.awaitStreaming();
      try (RelayProcess standby = RelayProcess.start(testbed, login)) {
        standby.awaitLine("Relay standby could not take over now: a replication connection as");
        standby.process().awaitLine(Pattern.compile("ALTER ROLE " + role), Duration.ofSeconds(5));
      }
      assertThat(active.status()).isEqualTo(new RelayStatus.Streaming());
    }
  }

  @Test
  void standsByForARelayThatStreamsAndTakesOverWhenItStops() {
    testbed.subscribe("timeline");
    Map<String, String> first = Map.of("waybill.relay.instance-id", "first");
    try (InProcessRelay second = startSecondWhile(first)) {
      second.awaitStreaming();
      load.commit("parcel:1", 2);
      awaitEverything("timeline");
    }
  }

  private InProcessRelay startSecondWhile(Map<String, String> first) {
    try (InProcessRelay relay = InProcessRelay.start(testbed, first)) {
      relay.awaitStreaming();
      InProcessRelay second = InProcessRelay.start(testbed);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              second::status,
              status ->
                  status instanceof RelayStatus.Standby standby
                      && standby.owner().startsWith("first"));
      load.commit("parcel:1", 2);
      awaitEverything("timeline");
      return second;
    }
  }

  @Test
  void namesALedgerTopicThatIsMissing() {
    Subscription three = testbed.subscription("timeline", Status.ACTIVE, Visibility.PUBLIC);
    testbed.apply(List.of(three));
    Map<String, String> check = Map.of("waybill.relay.topics", "check");
    try (InProcessRelay relay = InProcessRelay.start(testbed, check)) {
      assertThat(relay.awaitNotReady(testbed.name() + ".ledger does not exist").remedy())
          .contains("waybill.relay.topics=create");
    }
  }

  @Test
  void refusesTopicsThatOneBrokersLossWouldLose() {
    testbed.subscribe("timeline");
    Map<String, String> production = Map.of("waybill.relay.development", "false");
    testbed.createTopic(testbed.name() + ".internal." + testbed.name() + ".ledger", 1, "compact");
    try (InProcessRelay relay = InProcessRelay.start(testbed, production)) {
      assertThat(relay.awaitNotReady("has min.insync.replicas below 2").remedy())
          .contains("waybill.relay.development=true");
    }
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
