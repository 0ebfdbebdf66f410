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
import org.junit.jupiter.api.Test;

/** Who receives what while subscriptions change under a running relay. */
class RelayRevisionIT {

  private final RelayTestbed testbed = RelayTestbed.create();
  private final Load load = new Load(testbed);

  /**
   * What was staged while a handler was promised it still goes there, through a restart as well.
   */
  @Test
  void aRevisionThatNarrowsWaitsForTransactionsOlderThanIt() {
    testbed.subscribe("timeline", "dashboard");
    try (OpenTransaction open = load.begin()) {
      try (InProcessRelay relay = InProcessRelay.start(testbed)) {
        relay.awaitStreaming();
        load.commit("parcel:1", 1);
        open.stage("parcel:2", 2);
        apply(Status.DISABLED);
        load.commit("parcel:1", 1);
        awaitReceived("timeline", 2);
      }
      try (InProcessRelay relay = InProcessRelay.start(testbed)) {
        relay.awaitStreaming();
        assertThat(inForce()).isEqualTo(1);
        open.commit();
        awaitReceived("dashboard", 4);
        await().atMost(Duration.ofSeconds(20)).until(() -> inForce() == 2);
        load.commit("parcel:1", 3);
        awaitReceived("timeline", 7);
        assertThat(load.received("dashboard")).isEqualTo(4);
        apply(Status.ACTIVE);
        load.commit("parcel:1", 1);
        awaitReceived("dashboard", 5);
      }
    }
    assertThat(load.history("timeline").clean()).isTrue();
  }

  private void apply(Status dashboard) {
    testbed.apply(
        List.of(
            testbed.subscription("timeline", Status.ACTIVE, Visibility.PUBLIC),
            testbed.subscription("dashboard", dashboard, Visibility.PUBLIC)));
  }

  private void awaitReceived(String handler, int count) {
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(() -> load.received(handler) == count);
  }

  private long inForce() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT revision FROM outbox.relay_lease")
        .query(Long.class)
        .single();
  }
}
