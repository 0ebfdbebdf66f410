package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.Status;
import dev.waybill.relay.order.OrderState;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.Orders;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Days go once nobody needs them, and not before. */
class RelayRetentionIT {

  private static final Map<String, String> TWO_DAYS = Map.of("waybill.relay.retention", "2d");

  private RelayTestbed testbed;
  private Load load;

  @BeforeEach
  void subscribe() {
    testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    load = new Load(testbed);
  }

  @Test
  void dropsADayWhoseRowsAreProvedToBePublishedAndKeepsWhatIsParkedInIt() {
    TestMessage large =
        TestMessage.of("parcel:large", 1).withPayload("\"" + "x".repeat(1_500_000) + "\"");
    load.commit("parcel:1", 3);
    large.stage(testbed.as("waybill_writer"));
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitReceived(3);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> "pending".equals(testbed.states().get(large.id())));
    }
    makeOld();
    prove();
    // What a relay leaves that ends between detaching a day and dropping it.
    testbed
        .as("waybill_migrator")
        .sql("CREATE TABLE outbox.message_p20190101 (LIKE outbox.message)")
        .update();
    try (InProcessRelay relay = InProcessRelay.start(testbed, TWO_DAYS)) {
      relay.awaitStreaming();
      await().atMost(Duration.ofSeconds(60)).until(() -> oldDays().isEmpty());
      testbed.configureTopic(testbed.topic("timeline"), "max.message.bytes", "3000000");
      dueNow();
      awaitReceived(4);
      load.commit("parcel:1", 1);
      awaitReceived(5);
    }
  }

  @Test
  void keepsADayWithARowThatNoBatchCovers() {
    load.commit("parcel:1", 3);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitReceived(3);
    }
    makeOld();
    try (InProcessRelay relay = InProcessRelay.start(testbed, TWO_DAYS)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 1);
      awaitReceived(4);
      assertThat(oldDays()).hasSize(1);
    }
  }

  @Test
  void keepsADayThatABackfillNeeds() {
    load.commit("parcel:1", 3);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitReceived(3);
    }
    makeOld();
    prove();
    testbed.apply(
        List.of(
            testbed.subscription("timeline", Status.ACTIVE, Visibility.PUBLIC),
            testbed.subscription("dashboard", Status.DISABLED, Visibility.PUBLIC)));
    Orders orders = new Orders(testbed);
    long id = orders.backfill("dashboard", 1000);
    try (InProcessRelay relay = InProcessRelay.start(testbed, TWO_DAYS)) {
      orders.await(id, OrderState.WAITING);
      load.commit("parcel:1", 1);
      awaitReceived(4);
      assertThat(oldDays()).hasSize(1);
      orders.desk().cancel(id, Orders.ANNA);
      orders.await(id, OrderState.CANCELLED);
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed, TWO_DAYS)) {
      relay.awaitStreaming();
      await().atMost(Duration.ofSeconds(60)).until(() -> oldDays().isEmpty());
    }
  }

  /** Today's rows become those of a day long past. */
  private void makeOld() {
    testbed
        .as("waybill_migrator")
        .sql(
            """
            DO $$
            DECLARE
              today text := 'message_p' || to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYYMMDD');
            BEGIN
              EXECUTE format('ALTER TABLE outbox.message DETACH PARTITION outbox.%I', today);
              EXECUTE format(
                'UPDATE outbox.%I SET staged_at = timestamptz ''2020-01-01 12:00:00+00''', today);
              EXECUTE format('ALTER TABLE outbox.%I RENAME TO message_p20200101', today);
              ALTER TABLE outbox.message ATTACH PARTITION outbox.message_p20200101
                FOR VALUES FROM ('2020-01-01 00:00:00+00') TO ('2020-01-02 00:00:00+00');
              PERFORM outbox.ensure_message_partitions(14);
            END $$
            """)
        .update();
  }

  /** As three looks at the table do, which are half a minute apart. */
  private void prove() {
    testbed
        .as("waybill_relay")
        .sql(
            """
            UPDATE outbox.relay_installation
            SET verified_seq = (SELECT max(seq) FROM outbox.message)
            """)
        .update();
  }

  private void dueNow() {
    testbed
        .as("waybill_relay")
        .sql("UPDATE outbox.parked_delivery SET next_attempt_at = clock_timestamp()")
        .update();
  }

  private List<String> oldDays() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT relname FROM pg_class WHERE relname ~ '^message_p20(19|20)0101$'")
        .query(String.class)
        .list();
  }

  private void awaitReceived(long count) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .pollInterval(Duration.ofMillis(300))
        .until(() -> load.received("timeline") == count);
  }
}
