package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.relay.health.RelayHealthIndicator;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** What meters and health details say of a relay at work, of one that stands by, and of none. */
class RelaySignalsIT {

  private static final Map<String, String> WATCHING =
      Map.of("waybill.relay.watch.interval", "200ms");

  private final RelayTestbed testbed = RelayTestbed.create();

  @Test
  void tellsWhatARelayDoesAndTheSameOfTheDatabaseOnAStandby() throws JMException {
    testbed.subscribe("timeline", "dashboard");
    Load load = new Load(testbed);
    try (InProcessRelay relay = InProcessRelay.start(testbed, WATCHING)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 5);
      TestMessage.of("parcel:2", 1)
          .withPayload("\"" + "x".repeat(1_500_000) + "\"")
          .stage(testbed.as("waybill_writer"));
      try (InProcessRelay standby = InProcessRelay.start(testbed, WATCHING)) {
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> standby.status() instanceof RelayStatus.Standby);
        for (InProcessRelay each : List.of(relay, standby)) {
          awaitGauge(each, "waybill.relay.parked", 2, "state", "retrying");
          assertGauge(each, "waybill.relay.store.available", 1);
          awaitGauge(each, "waybill.relay.broker.available", 1);
          awaitGauge(each, "waybill.relay.slot.active", 1);
          awaitGauge(each, "waybill.relay.pending", 0);
          assertGauge(each, "waybill.relay.parked", 0, "state", "dead");
          assertGauge(each, "waybill.relay.handler.held.keys", 1, "handler", "timeline");
          assertGauge(each, "waybill.relay.handler.blocked", 0, "handler", "timeline");
          assertGauge(each, "waybill.relay.handler.behind", 0, "handler", "dashboard");
          assertGauge(each, "waybill.relay.partitions.ahead", 14);
          assertThat(gauge(each, "waybill.relay.watch.age")).isLessThan(20);
        }
        assertGauge(standby, "waybill.relay.leader", 0);
        assertThat(counter(standby, "waybill.relay.messages.published")).isZero();
      }
      assertGauge(relay, "waybill.relay.leader", 1);
      awaitGauge(relay, "waybill.relay.lag", 0);
      assertThat(counter(relay, "waybill.relay.messages.published")).isEqualTo(6);
      assertThat(counter(relay, "waybill.relay.messages.parked")).isEqualTo(2);
      assertThat(counter(relay, "waybill.relay.batch.attempts", "result", "published"))
          .isPositive();
      assertThat(sent(relay, testbed.topic("timeline"))).isEqualTo(5);
      assertThat(gauge(relay, "waybill.relay.heartbeat.round.trip")).isPositive();
      assertThat(engine("QueueTotalCapacity")).isEqualTo(2 * 2_048);
      assertThat(counter(relay, "waybill.relay.stream.filtered")).isZero();
    }
  }

  @Test
  void countsWhatWaitsAndTheDaysAheadWhileNobodyDispatches() {
    testbed.subscribe("timeline");
    testbed.as("waybill_migrator").sql("DROP TABLE outbox.message_p" + day(4)).update();
    Map<String, String> off = new HashMap<>(WATCHING);
    off.put("waybill.relay.enabled", "false");
    Load load = new Load(testbed);
    try (InProcessRelay disabled = InProcessRelay.start(testbed, off)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> disabled.status() instanceof RelayStatus.Disabled);
      load.commit("parcel:1", 3);
      awaitGauge(disabled, "waybill.relay.pending", 3);
      assertThat(gauge(disabled, "waybill.relay.pending.age")).isPositive();
      assertThat(gauge(disabled, "waybill.relay.lag")).isPositive();
      assertGauge(disabled, "waybill.relay.partitions.ahead", 3);
      assertThat(disabled.context().getBean(RelayHealthIndicator.class).health().getDetails())
          .containsEntry("partitionsAreShort", true)
          .containsEntry("pending", 3L);
      assertThat(leases()).isZero();

      try (InProcessRelay relay = InProcessRelay.start(testbed)) {
        relay.awaitStreaming();
        awaitGauge(disabled, "waybill.relay.pending", 0);
        awaitGauge(disabled, "waybill.relay.pending.age", 0);
        // The relay that streams makes the days that are missing.
        awaitGauge(disabled, "waybill.relay.partitions.ahead", 14);
        load.commit("parcel:1", 2);
        awaitGauge(disabled, "waybill.relay.pending", 0);
      }
    }
  }

  private long leases() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT count(*) FROM outbox.relay_lease")
        .query(Long.class)
        .single();
  }

  private static String day(int ahead) {
    return LocalDate.now(ZoneOffset.UTC).plusDays(ahead).format(DateTimeFormatter.BASIC_ISO_DATE);
  }

  /** By the name that the bridge asks for. */
  private Object engine(String attribute) throws JMException {
    ObjectName name =
        new ObjectName(
            "debezium.postgres:type=connector-metrics,context=streaming,server=" + testbed.name());
    return ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute);
  }

  private static void awaitGauge(InProcessRelay relay, String name, double value, String... tags) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .untilAsserted(() -> assertGauge(relay, name, value, tags));
  }

  private static void assertGauge(InProcessRelay relay, String name, double value, String... tags) {
    assertThat(gauge(relay, name, tags)).as(name).isEqualTo(value);
  }

  private static double gauge(InProcessRelay relay, String name, String... tags) {
    return meters(relay).get(name).tags(tags).gauge().value();
  }

  private static double counter(InProcessRelay relay, String name, String... tags) {
    return meters(relay).get(name).tags(tags).meter().measure().iterator().next().getValue();
  }

  private static double sent(InProcessRelay relay, String topic) {
    return counter(relay, "messaging.client.sent.messages", "messaging.destination.name", topic);
  }

  private static MeterRegistry meters(InProcessRelay relay) {
    return relay.context().getBean(MeterRegistry.class);
  }
}
