package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.Status;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.Load.OpenTransaction;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who receives what while subscriptions change under a running relay. */
class RelayRevisionIT {

  private static final Map<String, String> CHECK = Map.of("waybill.relay.topics", "check");

  private final RelayTestbed testbed = RelayTestbed.create();
  private final Load load = new Load(testbed);

  /**
   * While a transaction that is older than a revision is open, what the revision gives is given and
   * what it takes away is not yet taken, through a restart and for a lane that waits as well.
   */
  @Test
  void aRevisionGivesAtOnceAndTakesAwayWhenNothingOlderIsOnItsWay() {
    testbed.createTopic(testbed.name() + ".internal." + testbed.name() + ".ledger", 1, "compact");
    testbed.createTopic(testbed.topic("timeline"), 3);
    testbed.createTopic(testbed.topic("audit"), 3);
    testbed.subscribe("timeline", "dashboard");
    Load later = new Load(testbed);
    try (OpenTransaction open = load.begin()) {
      try (InProcessRelay relay = InProcessRelay.start(testbed, CHECK)) {
        relay.awaitStreaming();
        load.commit("parcel:1", 1);
        awaitReceived("timeline", 1);
        open.stage("parcel:2", 2);
        addAudit(Status.DISABLED);
        load.commit("parcel:1", 1);
        awaitReceived("audit", 1);
      }
      try (InProcessRelay relay = InProcessRelay.start(testbed, CHECK)) {
        relay.awaitStreaming();
        assertThat(testbed.routedBy()).isEqualTo("2 {1}");
        open.commit();
        awaitReceived("audit", 3);
        await().atMost(Duration.ofSeconds(60)).until(() -> testbed.routedBy().equals("2 {}"));
        later.commit("parcel:1", 3);
        awaitReceived("audit", 6);
        // What waited for its topic all along was promised to it by the former revision.
        testbed.createTopic(testbed.topic("dashboard"), 3);
        addAudit(Status.ACTIVE);
        awaitReceived("dashboard", 4);
        later.commit("parcel:1", 1);
        awaitReceived("dashboard", 5);
        awaitReceived("timeline", 8);
      }
    }
  }

  private void addAudit(Status dashboard) {
    testbed.apply(
        List.of(
            testbed.subscription("timeline", Status.ACTIVE, Visibility.PUBLIC),
            testbed.subscription("audit", Status.ACTIVE, Visibility.PUBLIC),
            testbed.subscription("dashboard", dashboard, Visibility.PUBLIC)));
  }

  private void awaitReceived(String handler, int count) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> load.received(handler) == count);
  }
}
