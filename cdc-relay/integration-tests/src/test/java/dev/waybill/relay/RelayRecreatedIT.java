package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The outbox is made anew beneath the relay, or its numbers begin again: every committed message
 * reaches its topic once, in order, or the relay is not ready and says what to do.
 */
class RelayRecreatedIT {

  private RelayTestbed testbed;
  private Load load;

  @BeforeEach
  void subscribe() {
    testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    load = new Load(testbed);
  }

  /** How the numbers of the outbox come to begin again. */
  private enum Again {
    /** The table and its sequence are dropped and made again, in one migration. */
    RECREATED {
      @Override
      void happen(RelayTestbed testbed) {
        migrator(testbed, recreation(true, true));
      }
    },
    SET_BACK {
      @Override
      void happen(RelayTestbed testbed) {
        migrator(testbed, "DO $$ BEGIN PERFORM setval('outbox.message_seq', 2); END $$");
      }
    };

    abstract void happen(RelayTestbed testbed);
  }

  /**
   * What nobody published yet is in the log only, or has a number that is given again; and nothing
   * tells from the sequence that it ever went back.
   */
  @ParameterizedTest
  @EnumSource(Again.class)
  void publishesEverythingWhenTheNumbersBeganAgainAndGrewWhileNobodyLooked(Again again) {
    load.commit("parcel:1", 3);
    streamOnce();
    asRelay("SELECT pg_copy_logical_replication_slot('%1$s', '%1$s_earlier')");
    load.commit("parcel:1", 4);
    again.happen(testbed);
    load.commit("parcel:1", 10);
    Map<String, String> small = Map.of("waybill.relay.stream.batch-size", "2");
    try (InProcessRelay relay = InProcessRelay.start(testbed, small)) {
      awaitEverything(relay);
    }
    // Everything behind the first three comes again, and is known by its number and its time.
    testbed.dropSlot();
    asRelay("SELECT pg_copy_logical_replication_slot('%1$s_earlier', '%1$s')");
    asRelay("SELECT pg_drop_replication_slot('%1$s_earlier')");
    load.commit("parcel:1", 1);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      awaitEverything(relay);
    }
  }

  @ParameterizedTest
  @EnumSource(Again.class)
  void saysWhatToDoWhileTheNumbersAreBehindAndThenPublishesEverything(Again again) {
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      load.commit("parcel:1", 8);
      awaitEverything(relay);
      again.happen(testbed);
      load.commit("parcel:1", 2);
      RelayStatus.NotReady notReady = relay.awaitNotReady("its numbers start again");
      load.commit("parcel:1", 1);
      assertThat(notReady.remedy()).contains("runbooks/relay-not-ready.md");
      migrator(testbed, "DO $$ BEGIN PERFORM " + statement(notReady) + "; END $$");
      awaitEverything(relay);
    }
  }

  private static String statement(RelayStatus.NotReady notReady) {
    Matcher draw =
        Pattern.compile("max\\(nextval[^;]+generate_series\\(1, \\d+\\)")
            .matcher(notReady.remedy());
    assertThat(draw.find()).as(notReady.remedy()).isTrue();
    return draw.group();
  }

  /** Neither the log has them nor the numbers tell, and the slot is made anew without a word. */
  @Test
  void publishesWhatHasNumbersOfBeforeWhenTheLogIsLost() {
    load.commit("parcel:1", 5);
    streamOnce();
    Again.SET_BACK.happen(testbed);
    load.commit("parcel:1", 3);
    draw(10);
    testbed.dropSlot();
    streamOnce();
  }

  /**
   * In a batch of both, everything that was staged between them would look like one of its
   * messages: also the one that has the number of the earlier and commits after the batch.
   */
  @Test
  void keepsMessagesOfBeforeAndAfterApart() {
    load.commit("parcel:1", 8);
    streamOnce();
    load.commit("parcel:1", 1);
    Again.SET_BACK.happen(testbed);
    draw(6);
    try (Load.OpenTransaction open = load.begin()) {
      open.stage("parcel:2", 1);
      Again.SET_BACK.happen(testbed);
      load.commit("parcel:3", 1);
      open.commit();
    }
    draw(10);
    Map<String, String> small = Map.of("waybill.relay.stream.batch-size", "2");
    try (InProcessRelay relay = InProcessRelay.start(testbed, small)) {
      awaitEverything(relay);
    }
  }

  private void draw(int numbers) {
    migrator(
        testbed,
        "DO $$ BEGIN PERFORM nextval('outbox.message_seq') FROM generate_series(1, %d); END $$"
            .formatted(numbers));
  }

  /** The sequence stands free of the table, so that the numbers go on. */
  @Test
  void goesOnWhenTheTableAloneIsDroppedAndMadeAgain() {
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      load.commit("parcel:1", 3);
      awaitEverything(relay);
      migrator(testbed, recreation(false, true));
      load.commit("parcel:1", 5);
      awaitEverything(relay);
    }
    load.commit("parcel:1", 2);
    migrator(testbed, recreation(false, true));
    load.commit("parcel:1", 2);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      awaitEverything(relay);
    }
  }

  /** The log does not have what was staged until then, and the ledger has its numbers. */
  @ParameterizedTest
  @EnumSource(Running.class)
  void findsWhatWasStagedBeforeTheTableThatWasMadeAgainWasPublished(Running running) {
    load.commit("parcel:1", 8);
    streamOnce();
    if (running == Running.STOPPED) {
      migrator(testbed, recreation(true, false));
      commitEach(20);
      publish();
      streamOnce();
    } else {
      try (InProcessRelay relay = InProcessRelay.start(testbed)) {
        relay.awaitStreaming();
        migrator(testbed, recreation(true, false));
        commitEach(20);
        relay.awaitNotReady("passes on [] of outbox.message");
        publish();
        awaitEverything(relay);
      }
    }
  }

  /** What is published late may come after newer messages of its key. */
  private void commitEach(int count) {
    for (int i = 0; i < count; i++) {
      load.commit("parcel:late" + i, 1);
    }
  }

  /** With the schema the relay's own tables are gone, and only Kafka knows what was published. */
  @ParameterizedTest
  @EnumSource(Running.class)
  void isNotReadyWhenTheWholeSchemaIsMadeAgain(Running running) {
    load.commit("parcel:1", 3);
    if (running == Running.STOPPED) {
      streamOnce();
      recreateSchema();
      load.commit("parcel:1", 1);
      try (InProcessRelay relay = InProcessRelay.start(testbed)) {
        assertThatItSaysWhatToDo(relay);
      }
    } else {
      try (InProcessRelay relay = InProcessRelay.start(testbed)) {
        awaitEverything(relay);
        recreateSchema();
        load.commit("parcel:1", 1);
        assertThatItSaysWhatToDo(relay);
      }
    }
    assertThat(load.received("timeline")).as("nothing is published by a guess").isEqualTo(3);
    // What the runbook says: another name, which has no past.
    String successor = testbed.name() + "b";
    Map<String, String> renamed = Map.of("waybill.relay.name", successor);
    try (InProcessRelay relay = InProcessRelay.start(testbed, renamed)) {
      awaitEverything(relay);
    }
  }

  /** Whether a relay runs meanwhile. */
  private enum Running {
    STREAMING,
    STOPPED
  }

  private static void assertThatItSaysWhatToDo(InProcessRelay relay) {
    assertThat(relay.awaitNotReady("Kafka and this database do not belong together").remedy())
        .contains("runbooks/relay-not-ready.md");
  }

  private void recreateSchema() {
    migrator(
        testbed,
        """
        DO $$ BEGIN
          DROP SCHEMA outbox CASCADE;
          DROP PUBLICATION waybill_outbox;
        END $$
        """);
    testbed.migrate();
    testbed.subscribe("timeline");
  }

  /**
   * As a migration does that wants the table otherwise: everything that hangs on it comes again.
   */
  private static String recreation(boolean withSequence, boolean published) {
    return """
        DO $$
        DECLARE
          record text := pg_get_viewdef('outbox.record');
        BEGIN
          CREATE TABLE outbox.other (LIKE outbox.message INCLUDING ALL) PARTITION BY RANGE (staged_at);
          DROP TABLE outbox.message CASCADE;
          ALTER TABLE outbox.other RENAME TO message;
          PERFORM outbox.ensure_message_partitions(14);
          GRANT INSERT ON outbox.message TO waybill_writer;
          GRANT SELECT ON outbox.message TO waybill_relay;
          IF %s THEN
            DROP SEQUENCE outbox.message_seq;
            CREATE SEQUENCE outbox.message_seq AS bigint CACHE 1 NO CYCLE;
            GRANT USAGE ON SEQUENCE outbox.message_seq TO waybill_writer;
            GRANT SELECT ON SEQUENCE outbox.message_seq TO waybill_relay;
          END IF;
          EXECUTE 'CREATE VIEW outbox.record AS ' || record;
          GRANT SELECT ON outbox.record TO waybill_relay;
          IF %s THEN
            ALTER PUBLICATION waybill_outbox ADD TABLE
              outbox.message (seq, message_id, envelope, payload);
          END IF;
        END $$
        """
        .formatted(withSequence, published);
  }

  private void publish() {
    migrator(
        testbed,
        """
        ALTER PUBLICATION waybill_outbox
          ADD TABLE outbox.message (seq, message_id, envelope, payload)
        """);
  }

  private static void migrator(RelayTestbed testbed, String sql) {
    testbed.as("waybill_migrator").sql(sql).update();
  }

  private void asRelay(String sql) {
    testbed
        .as("waybill_relay")
        .sql(sql.formatted(testbed.slot()))
        .query((row, index) -> true)
        .list();
  }

  private void streamOnce() {
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      awaitEverything(relay);
    }
  }

  private void awaitEverything(InProcessRelay relay) {
    relay.awaitStreaming();
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .untilAsserted(
            () -> assertThat(load.received("timeline")).isGreaterThanOrEqualTo(load.size()));
    assertThat(load.history("timeline")).matches(history -> history.clean());
  }
}
