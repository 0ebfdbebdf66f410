package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.Status;
import dev.waybill.relay.KillPointRelay.Deed;
import dev.waybill.relay.KillPointRelay.Point;
import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayProcess;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A handler whose topic takes no records waits alone, and is made good in order. */
class RelayLanesIT {

  private static final Map<String, String> CHECK = Map.of("waybill.relay.topics", "check");

  private RelayTestbed testbed;
  private Load load;

  @BeforeEach
  void subscribe() {
    testbed = RelayTestbed.create();
    testbed.subscribe("timeline", "dashboard");
    testbed.createTopic(ledgerTopic(), 1, "compact");
    testbed.createTopic(testbed.topic("timeline"), 3);
    load = new Load(testbed);
  }

  @Test
  void aMissingTopicHoldsUpItsHandlerOnlyAndIsMadeGoodInOrder() {
    try (InProcessRelay relay = InProcessRelay.start(testbed, CHECK)) {
      relay.awaitStreaming();
      commitSome();
      awaitAll("timeline");
      assertThat(waiting(relay).blocked()).containsExactly("dashboard");
      assertThat(testbed.states().values()).containsOnly("pending");

      testbed.createTopic(testbed.topic("dashboard"), 3);
      commitSome();
      awaitAll("dashboard");
      awaitNobodyWaits(relay);
      commitSome();
      awaitAll("timeline", "dashboard");
      awaitDispatched();
    }
  }

  @Test
  void aTopicThatIsDeletedUnderLoadIsMadeGoodFromWhereItStopped() {
    testbed.createTopic(testbed.topic("dashboard"), 3);
    try (InProcessRelay relay = InProcessRelay.start(testbed, CHECK)) {
      relay.awaitStreaming();
      testbed.deleteTopic(testbed.topic("dashboard"));
      long since = System.nanoTime();
      commitSome();
      awaitAll("timeline");
      assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(30));

      testbed.createTopic(testbed.topic("dashboard"), 3);
      awaitAll("dashboard");
      awaitNobodyWaits(relay);
    }
  }

  @Test
  void aTopicBelowItsInSyncReplicasHoldsUpItsHandlerOnly() {
    testbed.createTopic(testbed.topic("dashboard"), 3);
    testbed.configureTopic(testbed.topic("dashboard"), "min.insync.replicas", "2");
    try (InProcessRelay relay = InProcessRelay.start(testbed, CHECK)) {
      relay.awaitStreaming();
      commitSome();
      awaitAll("timeline");
      assertThat(waiting(relay).blocked()).containsExactly("dashboard");
      assertThat(reason()).contains("min.insync.replicas is 2");

      testbed.configureTopic(testbed.topic("dashboard"), "min.insync.replicas", "1");
      awaitAll("dashboard");
      awaitNobodyWaits(relay);
      assertThat(reason()).isEmpty();
    }
  }

  @Test
  void aTopicThatMayNotBeWrittenToAnyMoreHoldsUpItsHandlerOnly() {
    testbed.createTopic(testbed.topic("dashboard"), 3);
    try (InProcessRelay relay = InProcessRelay.start(testbed, CHECK)) {
      relay.awaitStreaming();
      testbed.denyWrites(testbed.topic("dashboard"));
      long since = System.nanoTime();
      commitSome();
      awaitAll("timeline");
      assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(30));
      assertThat(waiting(relay).blocked()).containsExactly("dashboard");

      testbed.allow(testbed.topic("dashboard"));
      awaitAll("dashboard");
      awaitNobodyWaits(relay);
    }
  }

  /** Many small batches, of which the second that makes the lane good ends the process. */
  @Test
  void aKillWhileALaneIsMadeGoodLosesAndDoublesNothing() {
    Map<String, String> small = new HashMap<>(CHECK);
    small.put("waybill.relay.stream.batch-size", "5");
    try (InProcessRelay relay = InProcessRelay.start(testbed, small)) {
      relay.awaitStreaming();
      for (int i = 0; i < 4; i++) {
        commitSome();
      }
      awaitAll("timeline");
    }
    testbed.createTopic(testbed.topic("dashboard"), 3);
    for (Point point : new Point[] {Point.BEFORE_LEDGER_ROW, Point.AFTER_LEDGER_ROW}) {
      Map<String, String> killed = new HashMap<>(small);
      killed.put("kill.point", point.name());
      killed.put("kill.deed", Deed.KILL.name());
      killed.put("kill.batch", "2");
      try (RelayProcess relay =
          RelayProcess.start(KillPointRelay.class.getName(), testbed, killed)) {
        relay.awaitExit();
      }
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed, small)) {
      awaitAll("timeline", "dashboard");
      awaitNobodyWaits(relay);
      awaitDispatched();
      assertThat(reason()).isEmpty();
    }
  }

  /** What was promised to a handler before it was switched off is not forgotten. */
  @Test
  void aHandlerThatIsSwitchedOffWhileItIsBehindIsMadeGoodWhenItIsSwitchedOn() {
    try (InProcessRelay relay = InProcessRelay.start(testbed, CHECK)) {
      relay.awaitStreaming();
      commitSome();
      awaitAll("timeline");
      apply(Status.DISABLED);
      await().atMost(Duration.ofSeconds(60)).until(() -> testbed.routedBy().equals("2 {}"));
      testbed.createTopic(testbed.topic("dashboard"), 3);
      Load others = new Load(testbed);
      others.commit("parcel:3", 1);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> load.received("timeline") == load.size() + others.size());
      apply(Status.ACTIVE);
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> load.received("dashboard") == load.size());
    }
  }

  private void apply(Status dashboard) {
    testbed.apply(
        List.of(
            testbed.subscription("timeline", Status.ACTIVE, Visibility.PUBLIC),
            testbed.subscription("dashboard", dashboard, Visibility.PUBLIC)));
  }

  private void commitSome() {
    for (int i = 0; i < 4; i++) {
      load.commit("parcel:1", 2);
      load.commit("parcel:2", 1);
    }
  }

  private void awaitAll(String... handlers) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .pollInterval(Duration.ofMillis(200))
        .until(() -> load.received(handlers) >= (long) handlers.length * load.size());
    assertThat(load.history(handlers).clean()).as(load.history(handlers).toString()).isTrue();
  }

  private void awaitNobodyWaits(InProcessRelay relay) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> waiting(relay).blocked().isEmpty() && waiting(relay).behind().isEmpty());
  }

  private void awaitDispatched() {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(testbed.states().values()).containsOnly("dispatched"));
  }

  private static LaneBoard.Waiting waiting(InProcessRelay relay) {
    return relay.context().getBean(LaneBoard.class).waiting();
  }

  private String reason() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT coalesce(max(reason), '') FROM outbox.relay_lane WHERE handler = 'dashboard'")
        .query(String.class)
        .single();
  }

  private String ledgerTopic() {
    return testbed.name() + ".internal." + testbed.name() + ".ledger";
  }
}
