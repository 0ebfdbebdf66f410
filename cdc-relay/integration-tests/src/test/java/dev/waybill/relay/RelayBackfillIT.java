package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.relay.KillPointRelay.Deed;
import dev.waybill.relay.KillPointRelay.Point;
import dev.waybill.relay.backfill.BackfillPlan;
import dev.waybill.relay.backfill.BackfillTerms;
import dev.waybill.relay.order.InvalidOrderException;
import dev.waybill.relay.order.OrderConflictException;
import dev.waybill.relay.order.OrderState;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.Orders;
import dev.waybill.relay.testbed.RelayProcess;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Old messages reach a new handler by an order and by nothing else, each once, in order. */
class RelayBackfillIT {

  private static final Map<String, String> SMALL = Map.of("waybill.relay.stream.batch-size", "5");

  private RelayTestbed testbed;
  private Load load;
  private Orders orders;

  @BeforeEach
  void subscribe() {
    testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    load = new Load(testbed);
    orders = new Orders(testbed);
  }

  @Test
  void anUnorderedHandlerIsSentWhatWasDispatchedBeforeItWasThere() {
    try (InProcessRelay relay = InProcessRelay.start(testbed, SMALL)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 20);
      awaitReceived("timeline", 20);
      apply(unordered("search"));
      load.commit("parcel:1", 5);
      awaitReceived("search", 5);

      BackfillPlan plan = plan("search", null, null);
      assertThat(plan.messages()).isEqualTo(20);
      assertThat(plan.notes()).anyMatch(note -> note.contains("mixed"));
      long id = orders.backfills().order(plan, Orders.ANNA);
      assertThat(orders.await(id, OrderState.DONE).outcome())
          .isEqualTo("sent 20 messages, skipped 0");
      awaitReceived("search", 25);

      long again = orders.backfill("search", 1000);
      assertThat(orders.await(again, OrderState.DONE).outcome())
          .isEqualTo("sent 0 messages, skipped 0");
      load.commit("parcel:1", 1);
      awaitReceived("search", 26);
      assertThat(load.history("timeline").clean()).isTrue();
      assertThat(orders.audit())
          .containsSubsequence(
              "api backfill: requested",
              "relay backfill: running",
              "relay backfill: done: sent 20 messages, skipped 0");
    }
  }

  /** The lane starts blocked: what is new waits until what is old was sent. */
  @Test
  void anOrderedHandlerIsSentTheOldThenTheNewInOrder() {
    try (InProcessRelay relay = InProcessRelay.start(testbed, SMALL)) {
      relay.awaitStreaming();
      apply(ordered("dashboard", Status.DISABLED));
      commitSome();
      long id = orders.backfill("dashboard", 4);
      orders.await(id, OrderState.WAITING);
      commitSome();
      awaitReceived("timeline", load.size());
      apply(ordered("dashboard", Status.ACTIVE));
      commitSome();
      orders.await(id, OrderState.RUNNING);
      commitSome();
      awaitReceived("timeline", load.size());
      assertThat(orders.order(id).state()).isEqualTo(OrderState.RUNNING);
      assertThat(load.received("dashboard")).isLessThan(load.size() / 2);

      orders.await(id, OrderState.DONE);
      commitSome();
      awaitReceived("dashboard", load.size());
      assertThat(orders.sent(id)).isEqualTo(load.size() * 2 / 5);
      assertThat(load.history("dashboard").clean())
          .as(load.history("dashboard").toString())
          .isTrue();
    }
  }

  @Test
  void refusesWithTheReason() {
    try (InProcessRelay relay = InProcessRelay.start(testbed, SMALL)) {
      relay.awaitStreaming();
      commitSome();
      awaitReceived("timeline", load.size());
    }
    assertThatThrownBy(() -> plan("nobody", null, null))
        .isInstanceOf(InvalidOrderException.class)
        .hasMessage("no handler nobody is subscribed — subscribed are timeline");
    assertThatThrownBy(
            () ->
                orders
                    .backfills()
                    .plan(new BackfillTerms("timeline", List.of("parcel.lost"), null, null, 1)))
        .isInstanceOf(InvalidOrderException.class)
        .hasMessageContaining("handler timeline is not subscribed to parcel.lost");
    assertThatThrownBy(() -> plan("timeline", null, null))
        .isInstanceOf(OrderConflictException.class)
        .hasMessageContaining("handler timeline is ordered and was active already");
    Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
    assertThatThrownBy(() -> plan("timeline", tomorrow, null))
        .hasMessageContaining("nothing was staged since");
    apply(unordered("search"), unordered("old", 2));
    assertThatThrownBy(() -> plan("old", null, null))
        .isInstanceOf(InvalidOrderException.class)
        .hasMessageContaining("does not read version 1 of parcel.moved, of which there are 12");
    Instant before = Instant.now().minus(Duration.ofDays(900));
    assertThat(plan("search", before, null).messages()).isEqualTo(12);
    assertThat(plan("search", before, before.plusSeconds(1)).messages()).isZero();
    testbed.as("waybill_migrator").sql("DELETE FROM outbox.message WHERE seq = 1").update();
    assertThatThrownBy(() -> plan("search", before, null))
        .isInstanceOf(InvalidOrderException.class)
        .hasMessageContaining("were dropped from the outbox by waybill.relay.retention");
    orders.backfill("search", 1);
    assertThatThrownBy(() -> orders.backfill("search", 1))
        .isInstanceOf(OrderConflictException.class)
        .hasMessageContaining("a backfill of handler search is open");
  }

  /** Between the plan and the relay's look at it, the handler was sent something newer. */
  @Test
  void isRefusedByTheRelayWhenTheHandlerWasSentNewerMeanwhile() {
    apply(ordered("dashboard", Status.DISABLED));
    try (InProcessRelay relay = InProcessRelay.start(testbed, SMALL)) {
      relay.awaitStreaming();
      commitSome();
      awaitReceived("timeline", load.size());
      BackfillPlan plan = plan("dashboard", null, null);
      apply(ordered("dashboard", Status.ACTIVE));
      load.commit("parcel:1", 1);
      awaitReceived("dashboard", 1);

      long id = orders.backfills().order(plan, Orders.ANNA);
      assertThat(orders.await(id, OrderState.REFUSED).outcome())
          .contains("handler dashboard is ordered and was active already");
      load.commit("parcel:1", 1);
      awaitReceived("dashboard", 2);
    }
  }

  @Test
  void isCancelledAndTheHandlerGoesOnWithWhatIsNew() {
    apply(ordered("dashboard", Status.DISABLED));
    try (InProcessRelay relay = InProcessRelay.start(testbed, SMALL)) {
      relay.awaitStreaming();
      commitSome();
      awaitReceived("timeline", load.size());
      long id = orders.backfill("dashboard", 1);
      apply(ordered("dashboard", Status.ACTIVE));
      // The relay sees the order, the revision and this at once.
      load.commit("parcel:1", 1);
      await().atMost(Duration.ofSeconds(60)).until(() -> orders.sent(id) > 0);
      orders.desk().cancel(id, Orders.ANNA);
      String outcome = orders.await(id, OrderState.CANCELLED).outcome();
      assertThat(outcome).isEqualTo("sent " + orders.sent(id) + " messages, skipped 0");
      load.commit("parcel:3", 2);
      awaitReceived("dashboard", (int) orders.sent(id) + 3);
      assertThat(orders.sent(id)).isLessThan(12);
      assertThatThrownBy(() -> orders.desk().cancel(id, Orders.ANNA))
          .hasMessageContaining("is cancelled already");
    }
  }

  @Test
  void aKillInTheMiddleLosesAndDoublesNothing() {
    apply(ordered("dashboard", Status.DISABLED));
    try (InProcessRelay relay = InProcessRelay.start(testbed, SMALL)) {
      relay.awaitStreaming();
      for (int i = 0; i < 4; i++) {
        commitSome();
      }
      awaitReceived("timeline", load.size());
    }
    int old = load.size();
    long id = orders.backfill("dashboard", 100_000);
    apply(ordered("dashboard", Status.ACTIVE));
    for (Point point : new Point[] {Point.BEFORE_KAFKA_COMMIT, Point.BEFORE_LEDGER_ROW}) {
      Map<String, String> killed = new HashMap<>(SMALL);
      killed.put("kill.point", point.name());
      killed.put("kill.deed", Deed.KILL.name());
      killed.put("kill.batch", "2");
      try (RelayProcess relay =
          RelayProcess.start(KillPointRelay.class.getName(), testbed, killed)) {
        relay.awaitExit();
      }
      assertThat(orders.order(id).state()).isEqualTo(OrderState.RUNNING);
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed, SMALL)) {
      commitSome();
      orders.await(id, OrderState.DONE);
      awaitReceived("dashboard", load.size());
      awaitReceived("timeline", load.size());
      assertThat(orders.sent(id)).isEqualTo(old);
      assertThat(load.history("timeline", "dashboard").clean())
          .as(load.history("timeline", "dashboard").toString())
          .isTrue();
    }
  }

  private BackfillPlan plan(String handler, @Nullable Instant from, @Nullable Instant to) {
    return orders.backfills().plan(new BackfillTerms(handler, List.of(), from, to, 1000));
  }

  private void apply(Subscription... others) {
    List<Subscription> all = new ArrayList<>(List.of(others));
    all.add(ordered("timeline", Status.ACTIVE));
    testbed.apply(all);
  }

  private Subscription ordered(String handler, Status status) {
    return testbed.subscription(handler, status, Visibility.PUBLIC);
  }

  private Subscription unordered(String handler) {
    return unordered(handler, 1);
  }

  private Subscription unordered(String handler, int version) {
    return new Subscription(
        new HandlerId(handler),
        "team-tests",
        testbed.topic(handler),
        new Subscription.Layout(3, Ordering.NONE),
        Status.ACTIVE,
        Visibility.PUBLIC,
        List.of(new Subscription.Entry(TestMessage.TYPE, new TreeSet<>(List.of(version)))));
  }

  private void commitSome() {
    for (int i = 0; i < 4; i++) {
      load.commit("parcel:1", 2);
      load.commit("parcel:2", 1);
    }
  }

  /** Exactly so many records, none of them twice. */
  private void awaitReceived(String handler, int count) {
    await()
        .atMost(Duration.ofSeconds(40))
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(load.received(handler)).isEqualTo(count));
  }
}
