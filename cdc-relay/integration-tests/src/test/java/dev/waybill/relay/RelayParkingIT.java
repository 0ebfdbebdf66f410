package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.topics.TopicReader;
import dev.waybill.relay.KillPointRelay.Deed;
import dev.waybill.relay.KillPointRelay.Point;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.RelayProcess;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A message that a handler cannot be sent waits with its key; everything else goes on. */
class RelayParkingIT {

  private static final Map<String, String> QUICK =
      Map.of(
          "waybill.relay.parking.poll-interval", "100ms",
          "waybill.relay.parking.first-pause", "100ms",
          "waybill.relay.parking.longest-pause", "400ms",
          "waybill.relay.parking.max-attempts", "1000");
  private static final int LARGE = 1_500_000;

  private RelayTestbed testbed;

  @BeforeEach
  void subscribe() {
    testbed = RelayTestbed.create();
    testbed.subscribe("timeline", "dashboard");
  }

  @Test
  void aMessageTooLargeForOneTopicWaitsWithItsKeyUntilItFits() {
    testbed.createTopic(testbed.topic("dashboard"), 3);
    testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "3000000");
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      relay.awaitStreaming();
      TestMessage large = stage(large("parcel:1", 1));
      TestMessage behind = stage(TestMessage.of("parcel:1", 2));
      TestMessage beside = stage(TestMessage.of("parcel:2", 1));

      awaitReceived("dashboard", large, behind, beside);
      awaitReceived("timeline", beside);
      assertThat(parked()).containsExactlyInAnyOrder("timeline too-large", "timeline behind");
      assertThat(testbed.states())
          .containsEntry(behind.id(), "pending")
          .containsEntry(beside.id(), "dispatched");

      testbed.configureTopic(testbed.topic("timeline"), "max.message.bytes", "3000000");
      awaitReceived("timeline", beside, large, behind);
      TestMessage after = stage(TestMessage.of("parcel:1", 3));
      awaitReceived("timeline", beside, large, behind, after);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> List.copyOf(testbed.states().values()).equals(dispatched(4)));
    }
  }

  @Test
  void aMessageThatNeverFitsEndsAsADeadLetterAndHoldsItsKey() {
    Map<String, String> twice = new HashMap<>(QUICK);
    twice.put("waybill.relay.parking.max-attempts", "2");
    try (InProcessRelay relay = InProcessRelay.start(testbed, twice)) {
      relay.awaitStreaming();
      TestMessage large = stage(large("parcel:1", 1));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> "dead-letter".equals(testbed.states().get(large.id())));
      TestMessage behind = stage(TestMessage.of("parcel:1", 2));
      TestMessage beside = stage(TestMessage.of("parcel:2", 1));
      awaitReceived("timeline", beside);
      assertThat(testbed.states()).containsEntry(behind.id(), "pending");
    }
  }

  /** A site may set what transactions of its database begin with. */
  @Test
  void aParkedMessageStopsNobodyWhereTransactionsAreSerializable() {
    testbed
        .asSuperuser()
        .sql(
            "ALTER DATABASE "
                + testbed.name()
                + " SET default_transaction_isolation = 'serializable'")
        .update();
    testbed.createTopic(testbed.topic("dashboard"), 3);
    testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "3000000");
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      relay.awaitStreaming();
      long session = testbed.fencingValue();
      TestMessage large = stage(large("parcel:1", 1));
      await().atMost(Duration.ofSeconds(60)).until(() -> parked().size() == 1);
      TestMessage beside = stage(TestMessage.of("parcel:2", 1));
      awaitReceived("timeline", beside);
      testbed.configureTopic(testbed.topic("timeline"), "max.message.bytes", "3000000");
      awaitReceived("timeline", large, beside);
      assertThat(testbed.fencingValue()).isEqualTo(session);
    }
  }

  /** What a batch sent before its handler reached the cap is not sent again afterwards. */
  @Test
  void aHandlerThatReachesItsCapInTheMiddleOfABatchIsSentNothingTwice() {
    Map<String, String> one = new HashMap<>(QUICK);
    one.put("waybill.relay.parking.max-keys", "1");
    TestMessage before = TestMessage.of("parcel:2", 1);
    TestMessage large = large("parcel:1", 1);
    TestMessage after = TestMessage.of("parcel:3", 1);
    // Staged before the relay was ever there, so that one batch from the table holds all three.
    TestMessage.stageAll(testbed.as("waybill_writer"), List.of(before, large, after));
    try (InProcessRelay relay = InProcessRelay.start(testbed, one)) {
      relay.awaitStreaming();
      await().atMost(Duration.ofSeconds(60)).until(() -> parked().size() == 2);
      TestMessage later = stage(TestMessage.of("parcel:4", 1));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> "pending".equals(testbed.states().get(later.id())));
      assertThat(reasons()).containsOnly("its parked keys have reached their cap");
      for (String handler : List.of("timeline", "dashboard")) {
        testbed.configureTopic(testbed.topic(handler), "max.message.bytes", "3000000");
        awaitReceived(handler, before, large, after, later);
      }
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> List.copyOf(testbed.states().values()).equals(dispatched(4)));
      awaitReceived("timeline", before, large, after, later);
    }
  }

  @Test
  void anEnvelopeThatIsNoneIsADeadLetterAndStopsNobody() {
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      relay.awaitStreaming();
      TestMessage broken = TestMessage.of("parcel:1", 1);
      String line = broken.copyLine(0).replace("ce_specversion", "ce_nonsense");
      testbed.copy(line);
      TestMessage[] next =
          IntStream.range(0, 100)
              .mapToObj(i -> TestMessage.of("parcel:1", 2 + i))
              .toArray(TestMessage[]::new);
      TestMessage.stageAll(testbed.as("waybill_writer"), List.of(next));
      awaitReceived("timeline", next);
      awaitReceived("dashboard", next);
      assertThat(parked()).containsExactly("* undecodable");
      assertThat(testbed.states()).containsEntry(broken.id(), "dead-letter");
    }
  }

  /** The relay dies between Kafka and the database: the ledger's record says what was unparked. */
  @Test
  void aKillWhileParkedMessagesArePublishedLosesAndDoublesNothing() {
    List<TestMessage> all = new ArrayList<>();
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      relay.awaitStreaming();
      all.add(stage(large("parcel:1", 1)));
      all.add(stage(TestMessage.of("parcel:1", 2)));
      all.add(stage(TestMessage.of("parcel:1", 3)));
      await().atMost(Duration.ofSeconds(60)).until(() -> parked().size() == 6);
    }
    testbed.configureTopic(testbed.topic("timeline"), "max.message.bytes", "3000000");
    testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "3000000");
    for (Point point : new Point[] {Point.BEFORE_KAFKA_COMMIT, Point.BEFORE_LEDGER_ROW}) {
      Map<String, String> killed = new HashMap<>(QUICK);
      killed.put("kill.point", point.name());
      killed.put("kill.deed", Deed.KILL.name());
      killed.put("kill.batch", "1");
      try (RelayProcess relay =
          RelayProcess.start(KillPointRelay.class.getName(), testbed, killed)) {
        relay.awaitExit();
      }
      expireClaims();
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      relay.awaitStreaming();
      awaitReceived("timeline", all.toArray(TestMessage[]::new));
      awaitReceived("dashboard", all.toArray(TestMessage[]::new));
    }
  }

  /** As if the lease of what the dead relay had claimed were over. */
  private void expireClaims() {
    testbed
        .asSuperuser()
        .sql(
            """
            UPDATE outbox.parked_delivery SET lease_expires_at = clock_timestamp()
            WHERE state = 'processing'
            """)
        .update();
  }

  private TestMessage stage(TestMessage message) {
    message.stage(testbed.as("waybill_writer"));
    return message;
  }

  private static TestMessage large(String key, long version) {
    return TestMessage.of(key, version).withPayload("\"" + "x".repeat(LARGE) + "\"");
  }

  /** The topic holds exactly these, those of one key in this order. */
  private void awaitReceived(String handler, TestMessage... messages) {
    List<UUID> expected = List.of(messages).stream().map(TestMessage::id).toList();
    await()
        .atMost(Duration.ofSeconds(40))
        .ignoreExceptions()
        .untilAsserted(
            () -> assertThat(received(handler)).containsExactlyInAnyOrderElementsOf(expected));
    List<UUID> ofKey =
        List.of(messages).stream()
            .filter(message -> message.key().equals("parcel:1"))
            .map(TestMessage::id)
            .toList();
    assertThat(received(handler).stream().filter(ofKey::contains)).containsExactlyElementsOf(ofKey);
  }

  private List<UUID> received(String handler) {
    List<UUID> ids = new ArrayList<>();
    new TopicReader(testbed.kafka().bootstrapServers())
        .readAll(List.of(testbed.topic(handler)), record -> ids.add(UUID.fromString(record.key())));
    return ids;
  }

  private List<String> parked() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT handler || ' ' || error_code FROM outbox.parked_delivery")
        .query(String.class)
        .list();
  }

  private static List<String> dispatched(int count) {
    return Collections.nCopies(count, "dispatched");
  }

  /** Why handlers wait, as people are shown it. */
  private List<String> reasons() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT reason FROM outbox.relay_lane WHERE reason IS NOT NULL")
        .query(String.class)
        .list();
  }
}
