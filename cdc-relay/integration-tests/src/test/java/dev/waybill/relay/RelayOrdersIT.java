package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.topics.TopicReader;
import dev.waybill.relay.order.OrderConflictException;
import dev.waybill.relay.order.OrderState;
import dev.waybill.relay.order.RelayOrder;
import dev.waybill.relay.parking.DeadLetters.DeadLetter;
import dev.waybill.relay.parking.DeadLetters.Name;
import dev.waybill.relay.parking.DeadLetters.Result;
import dev.waybill.relay.parking.DeadLetters.Selection;
import dev.waybill.relay.parking.DeadLetters.Way;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.Orders;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What operators order is done by whoever holds the lease, and is in the audit with who and why.
 */
class RelayOrdersIT {

  private static final Map<String, String> QUICK =
      Map.of(
          "waybill.relay.stream.batch-size", "5",
          "waybill.relay.health-interval", "200ms",
          "waybill.relay.parking.poll-interval", "100ms",
          "waybill.relay.parking.first-pause", "100ms",
          "waybill.relay.parking.max-attempts", "1");

  private RelayTestbed testbed;
  private Load load;
  private Orders orders;

  @BeforeEach
  void subscribe() {
    testbed = RelayTestbed.create();
    testbed.subscribe("timeline", "dashboard");
    load = new Load(testbed);
    orders = new Orders(testbed);
  }

  /**
   * The server would end a connection that is silent for 6 s, the relay one that stalls for 5 s.
   */
  @Test
  void aPauseHoldsOverTimeoutsAndARestartAndLosesNothing() {
    long id;
    Map<String, String> impatient = new HashMap<>(QUICK);
    impatient.put("waybill.relay.stream.stall-timeout", "5s");
    try (InProcessRelay relay = InProcessRelay.start(testbed, impatient)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 3);
      awaitReceived(6);
      id = orders.desk().pause(Orders.ANNA).id();
      orders.await(id, OrderState.RUNNING);
      // More than the engine reads ahead, so that it waits with its batch and reads no more.
      load.multiRowInsert("parcel:1", 100);
      long fencing = testbed.fencingValue();
      int reader = reader();
      await().atMost(Duration.ofSeconds(60)).until(() -> heardFromReaderSince(id, 8));
      assertThat(reader()).isEqualTo(reader);
      assertThat(testbed.fencingValue()).isEqualTo(fencing);
      assertThat(relay.status()).isEqualTo(new RelayStatus.Paused("anna", "a test wants it"));
      assertThat(healthStatus()).isEqualTo("paused by anna: a test wants it");
      assertThat(load.received("timeline", "dashboard")).isEqualTo(6);
      assertThatThrownBy(() -> orders.desk().pause(Orders.ANNA))
          .isInstanceOf(OrderConflictException.class);
      assertThatThrownBy(() -> orders.desk().drain(Orders.ANNA))
          .isInstanceOf(OrderConflictException.class)
          .hasMessageContaining("paused");
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> relay.status() instanceof RelayStatus.Paused);
      assertThat(load.received("timeline", "dashboard")).isEqualTo(6);
      orders.desk().resume(Orders.ANNA);
      awaitReceived(206);
      relay.awaitStreaming();
      assertThat(load.history("timeline", "dashboard").clean()).isTrue();
      assertThatThrownBy(() -> orders.desk().resume(Orders.ANNA))
          .isInstanceOf(OrderConflictException.class);
    }
    assertThat(orders.audit())
        .containsExactly("api pause: requested", "relay pause: running", "api resume: done");
  }

  /** What the table holds before the first start is not published under a pause either. */
  @Test
  void aPauseAlsoHoldsBackWhatIsPublishedFromTheTable() {
    load.commit("parcel:1", 3);
    orders.desk().pause(Orders.ANNA);
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> relay.status() instanceof RelayStatus.Paused);
      assertThat(testbed.states().values()).containsOnly("pending");
      orders.desk().resume(Orders.ANNA);
      awaitReceived(6);
    }
  }

  @Test
  void aDrainReportsWhatWasDispatchedAndWhatRemains() {
    testbed.createTopic(testbed.topic("dashboard"), 1);
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      relay.awaitStreaming();
      await().atMost(Duration.ofSeconds(60)).until(() -> lastDrain() != null);
      load.commit("parcel:1", 4);
      stage(large("parcel:2"));
      long unfinished = orders.desk().drain(Orders.ANNA).id();
      RelayOrder first = orders.await(unfinished, OrderState.UNFINISHED);
      assertThat(first.outcome())
          .matches("dispatched \\d messages, and \\d copies to single handlers; .*")
          .contains("remaining: 0 missed, 0 parked, 1 dead letters, handlers behind [dashboard]");
      assertThat(load.received("timeline")).isEqualTo(4);
      String before = lastDrain();

      testbed.addPartitions(testbed.topic("dashboard"), 3);
      await().atMost(Duration.ofSeconds(60)).until(() -> load.received("dashboard") == 4);
      load.commit("parcel:1", 1);
      long id = orders.desk().drain(Orders.ANNA).id();
      assertThat(orders.await(id, OrderState.DONE).outcome()).contains("handlers behind []");
      assertThat(load.received("timeline")).isEqualTo(5);
      assertThat(lastDrain()).isGreaterThan(before);
    }
  }

  @Test
  void aDeadLetterThatIsReplayedIsPublishedUnderItsIdAndWithWhatWaitsBehindIt() {
    testbed.createTopic(testbed.topic("dashboard"), 3);
    testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "3000000");
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      relay.awaitStreaming();
      TestMessage large = stage(large("parcel:1"));
      TestMessage behind = stage(TestMessage.of("parcel:1", 2));
      DeadLetter letter =
          await()
              .atMost(Duration.ofSeconds(60))
              .until(
                  () -> deadLetters("timeline", "too-large"),
                  list -> list.size() == 1 && list.get(0).behind() == 1)
              .get(0);
      assertThat(letter.name()).isEqualTo(new Name("timeline", large.id()));
      assertThat(deadLetters("timeline", "undecodable")).isEmpty();
      assertThat(orders.deadLetters().list(new Selection(null, null, "other"), 10)).isEmpty();

      Name other = new Name("timeline", behind.id());
      assertThat(
              orders
                  .deadLetters()
                  .release(Way.REPLAY, List.of(letter.name()), "other", Orders.ANNA))
          .extracting(Result::outcome)
          .containsExactly("refused: no dead letter of that handler and of tenant other");
      testbed.configureTopic(testbed.topic("timeline"), "max.message.bytes", "3000000");
      // It is tried once, and dead again when the relay has not looked at the topic since.
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(500))
          .untilAsserted(
              () -> {
                orders
                    .deadLetters()
                    .release(Way.REPLAY, List.of(letter.name(), other), "acme", Orders.ANNA);
                assertThat(received("timeline")).containsExactly(large.id(), behind.id());
              });
      assertThat(
              orders.deadLetters().release(Way.REPLAY, List.of(letter.name()), null, Orders.ANNA))
          .extracting(Result::outcome)
          .containsExactly("refused: no dead letter of that handler");
      assertThat(selections())
          .anySatisfy(
              selection ->
                  assertThat(selection)
                      .contains(large.id().toString(), "too-large", "takes 1048588")
                      .doesNotContain("xxxx", behind.id().toString()));
    }
  }

  @Test
  void whatWaitsBehindADeadLetterThatIsResolvedIsPublishedWithoutIt() {
    testbed.createTopic(testbed.topic("dashboard"), 3);
    testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "3000000");
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      relay.awaitStreaming();
      TestMessage large = stage(large("parcel:1"));
      TestMessage behind = stage(TestMessage.of("parcel:1", 2));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> deadLetters("timeline", "too-large"),
              list -> list.size() == 1 && list.get(0).behind() == 1);
      Name name = new Name("timeline", large.id());
      assertThat(orders.deadLetters().plan(Way.RESOLVE, List.of(name), "other"))
          .extracting(Result::done)
          .containsExactly(false);

      assertThat(orders.deadLetters().release(Way.RESOLVE, List.of(name), "acme", Orders.ANNA))
          .extracting(Result::outcome)
          .containsExactly("resolved");
      TestMessage later = stage(TestMessage.of("parcel:1", 3));

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> assertThat(received("timeline")).containsExactly(behind.id(), later.id()));
      assertThat(deadLetters("timeline", null)).isEmpty();
      assertThat(orders.deadLetters().release(Way.REPLAY, List.of(name), null, Orders.ANNA).get(0))
          .extracting(Result::outcome)
          .isEqualTo("refused: no dead letter of that handler");
      assertThat(selections())
          .anySatisfy(selection -> assertThat(selection).contains(large.id().toString()));
    }
  }

  /** Nothing waits behind it, so nothing of the handler is ever claimed again. */
  @Test
  void aHandlerAtItsCapGoesOnWhenItsDeadLetterIsResolved() {
    testbed.createTopic(testbed.topic("dashboard"), 3);
    testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "3000000");
    Map<String, String> one = new HashMap<>(QUICK);
    one.put("waybill.relay.parking.max-keys", "1");
    try (InProcessRelay relay = InProcessRelay.start(testbed, one)) {
      relay.awaitStreaming();
      long session = testbed.fencingValue();
      TestMessage large = stage(large("parcel:1"));
      await().atMost(Duration.ofSeconds(60)).until(() -> deadLetters("timeline", null).size() == 1);
      TestMessage later = stage(TestMessage.of("parcel:2", 1));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> "pending".equals(testbed.states().get(later.id())));

      orders
          .deadLetters()
          .release(Way.RESOLVE, List.of(new Name("timeline", large.id())), null, Orders.ANNA);

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(received("timeline")).containsExactly(later.id()));
      assertThat(testbed.fencingValue()).isEqualTo(session);
    }
  }

  @Test
  void aClaimWhoseOwnerIsGoneIsReleasedAtOnce() {
    testbed.createTopic(testbed.topic("dashboard"), 3);
    testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "3000000");
    try (InProcessRelay relay = InProcessRelay.start(testbed, QUICK)) {
      relay.awaitStreaming();
      stage(large("parcel:1"));
      await().atMost(Duration.ofSeconds(60)).until(() -> deadLetters("timeline", null).size() == 1);
      testbed
          .asSuperuser()
          .sql(
              """
              UPDATE outbox.parked_delivery
              SET state = 'processing', lease_owner = 'somebody else', attempt = 0,
                  lease_expires_at = clock_timestamp() + interval '1 hour'
              """)
          .update();
      assertThat(orders.deadLetters().stale()).isEqualTo(1);
      assertThat(orders.deadLetters().releaseStale(Orders.ANNA)).isEqualTo(1);
      await().atMost(Duration.ofSeconds(60)).until(() -> deadLetters("timeline", null).size() == 1);
      assertThat(orders.audit()).containsExactly("api release-stale: 1 claims released");
    }
  }

  @Test
  void nobodyOfTheRelayCanAlterTheAudit() {
    orders.desk().pause(Orders.ANNA);
    for (String statement :
        List.of(
            "UPDATE outbox.relay_action SET reason = 'another'",
            "DELETE FROM outbox.relay_action",
            "TRUNCATE outbox.relay_action")) {
      assertThatThrownBy(() -> testbed.as("waybill_relay").sql(statement).update())
          .as(statement)
          .hasStackTraceContaining("permission denied for table relay_action");
    }
    assertThat(orders.audit()).containsExactly("api pause: requested");
  }

  private TestMessage stage(TestMessage message) {
    message.stage(testbed.as("waybill_writer"));
    return message;
  }

  private static TestMessage large(String key) {
    return TestMessage.of(key, 1).withPayload("\"" + "x".repeat(1_500_000) + "\"");
  }

  private List<DeadLetter> deadLetters(String handler, @Nullable String cause) {
    return orders.deadLetters().list(new Selection(handler, cause, "acme"), 10);
  }

  private List<UUID> received(String handler) {
    List<UUID> ids = new ArrayList<>();
    new TopicReader(testbed.kafka().bootstrapServers())
        .readAll(List.of(testbed.topic(handler)), record -> ids.add(UUID.fromString(record.key())));
    return ids;
  }

  private void awaitReceived(int count) {
    await()
        .atMost(Duration.ofSeconds(40))
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions()
        .until(() -> load.received("timeline", "dashboard") == count);
  }

  private int reader() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT active_pid FROM pg_replication_slots WHERE slot_name = :slot")
        .param("slot", testbed.slot())
        .query(Integer.class)
        .single();
  }

  /** The engine still answers the server, so many seconds after the pause came into force. */
  private boolean heardFromReaderSince(long order, int seconds) {
    return testbed
        .asSuperuser()
        .sql(
            """
            SELECT r.reply_time > o.started_at + make_interval(secs => :seconds)
            FROM pg_replication_slots s
            JOIN pg_stat_replication r ON r.pid = s.active_pid, outbox.relay_order o
            WHERE s.slot_name = :slot AND o.order_id = :order
            """)
        .param("seconds", seconds)
        .param("slot", testbed.slot())
        .param("order", order)
        .query(Boolean.class)
        .single();
  }

  private @Nullable String healthStatus() {
    return health("status");
  }

  private @Nullable String lastDrain() {
    return health("extract(epoch FROM last_drain_at)::text");
  }

  private @Nullable String health(String column) {
    return testbed
        .as("waybill_relay")
        .sql("SELECT " + column + " FROM outbox.relay_health")
        .query(String.class)
        .optional()
        .orElse(null);
  }

  private List<String> selections() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT selection::text FROM outbox.relay_action WHERE selection IS NOT NULL")
        .query(String.class)
        .list();
  }
}
