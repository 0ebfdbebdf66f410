package dev.waybill.handler.signals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.handler.outcome.IgnoreMessageException;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelHandler;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.handler.testbed.ParcelTopic;
import dev.waybill.handler.testbed.RunningParcels;
import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.local.network.Ports;
import dev.waybill.local.network.TcpProxy;
import dev.waybill.testsupport.servers.Servers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.Bean;

/** A handler's meters and its health row move with what they measure, and with nothing else. */
class SignalsIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  /** The application's own registry. */
  static class Registry {

    @Bean
    MeterRegistry registry() {
      return new SimpleMeterRegistry();
    }
  }

  @Test
  void tellWhatBecameOfEachMessageAndKeepItOverARestart() {
    ParcelHandler.ACTS.put(
        "fail",
        delivery -> {
          throw new IllegalStateException("always");
        });
    ParcelHandler.ACTS.put(
        "die",
        delivery -> {
          throw new DeadLetterException("unknown-place", "there is no such place");
        });
    ParcelHandler.ACTS.put(
        "ignore",
        delivery -> {
          throw new IgnoreMessageException("not ours");
        });
    testbed.topic().create(1).createDeadLetters();
    Map<String, String> settings =
        Map.of(
            "waybill.handler.retry.pauses", "1h,1h",
            "waybill.handler.work.instance-id", "one",
            "test.unsupported-version", "skip");
    RunningParcels first = testbed.start(settings, Registry.class);
    Meters meters = new Meters(first);
    meters.awaitGauge("waybill.handler.listening", 1);
    testbed.awaitMembers(1);
    assertThat(meters.outcomes()).containsValue(0.0).doesNotContainValue(1.0).hasSize(6);
    assertThat(meters.states()).containsValue(0.0).doesNotContainValue(1.0).hasSize(5);
    await().atMost(ParcelTestbed.PATIENCE).until(() -> !health().isEmpty());
    assertThat(health()).containsEntry("pending", 0L).containsEntry("dead_letter", 0L);

    Parcel good =
        Parcel.of("parcel:0")
            .with(WireHeaders.COMMITTED_AT, Instant.now().minusSeconds(5).toString());
    Parcel failing = Parcel.acting("parcel:1", "fail");
    Parcel behind = Parcel.of("parcel:1");
    Parcel dead = Parcel.acting("parcel:2", "die");
    Parcel ignored = Parcel.acting("parcel:3", "ignore");
    Parcel skipped = Parcel.of("parcel:4").with(WireHeaders.SCHEMA_VERSION, "3");
    testbed.topic().send(good, failing, behind, dead, ignored, skipped);
    testbed.awaitHandled(List.of(good));
    testbed.topic().send(good);
    testbed.awaitDeadLetters(1);
    meters.awaitGauge("waybill.handler.held.keys", 1);
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(meters.count("waybill.handler.inbox.duplicates")).isEqualTo(1);
              assertThat(meters.gauge("waybill.handler.dead.letters.unsent")).isZero();
            });
    assertThat(meters.states())
        .isEqualTo(
            Map.of(
                "pending", 0.0,
                "waiting", 1.0,
                "processing", 0.0,
                "retry_scheduled", 1.0,
                "dead_letter", 1.0));
    assertThat(meters.outcomes())
        .isEqualTo(
            Map.of(
                "completed", 1.0,
                "retry", 1.0,
                "dead-letter", 1.0,
                "ignored", 1.0,
                "skipped", 1.0,
                "uncounted", 0.0));
    assertThat(meters.gauge("waybill.handler.oldest.unhandled.age")).isPositive();
    assertThat(meters.count("messaging.client.consumed.messages")).isEqualTo(1);
    assertThat(
            meters.registry.get("waybill.handler.commit.to.handled").timer().max(TimeUnit.SECONDS))
        .isBetween(5.0, 60.0);

    testbed.database().makeDue();
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .untilAsserted(() -> assertThat(meters.outcomes()).containsEntry("retry", 2.0));
    assertThat(
            meters
                .registry
                .get("messaging.process.duration")
                .tag("error.type", "IllegalStateException")
                .timer()
                .count())
        .isEqualTo(1);
    // All the while the surroundings were well, and said so.
    assertThat(meters.gauge("waybill.handler.store.available")).isEqualTo(1);
    assertThat(meters.gauge("waybill.handler.broker.available")).isEqualTo(1);
    assertThat(meters.gauge("waybill.handler.held")).isZero();

    first.close();
    Map<String, Object> left = health();
    assertThat(left)
        .containsEntry("pending", 0L)
        .containsEntry("processing", 0L)
        .containsEntry("retry", 1L)
        .containsEntry("waiting", 1L)
        .containsEntry("dead_letter", 1L)
        .containsEntry("unsupported_version", 1L);
    assertThat((Long) left.get("processing_lag_ms")).isBetween(5_000L, 60_000L);
    assertThat(left.values()).doesNotContainNull();

    testbed.start(settings, Registry.class);
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .until(() -> !Objects.equals(health().get("heartbeat_at"), left.get("heartbeat_at")));
    for (String kept :
        List.of(
            "last_event_at",
            "last_success_at",
            "last_failure_at",
            "last_drain_at",
            "unsupported_version",
            "retry",
            "dead_letter")) {
      assertThat(health()).as(kept).containsEntry(kept, left.get(kept));
    }
  }

  @Test
  void tellADatabaseThatIsAwayFromABrokerThatIsAwayAndBothFromAMessageThatFails() {
    int port = Ports.free();
    try (TcpProxy network = TcpProxy.to("127.0.0.1", port);
        LocalKafka kafka = LocalKafka.builder().port(port).advertisedPort(network.port()).start();
        ParcelTopic topic = new ParcelTopic(kafka.bootstrapServers(), "signals");
        RunningParcels running =
            testbed.start(
                Map.of(
                    "test.topic",
                    topic.name(),
                    "waybill.handler.kafka.bootstrap-servers",
                    "127.0.0.1:" + network.port(),
                    "waybill.handler.kafka.properties[session.timeout.ms]",
                    "2000"),
                Registry.class)) {
      Meters meters = new Meters(running);
      // There before its topic is.
      assertThat(meters.gauge("waybill.handler.broker.available")).isEqualTo(1);
      topic.create(1);
      Parcel first = Parcel.of("parcel:0");
      topic.send(first);
      testbed.awaitState(first, "completed");

      testbed.database().lockOut();
      meters.awaitGauge("waybill.handler.store.available", 0);
      Parcel second = Parcel.of("parcel:0");
      topic.send(second);
      assertThat(meters.gauge("waybill.handler.broker.available")).isEqualTo(1);
      testbed.database().letIn();
      testbed.awaitState(second, "completed");
      meters.awaitGauge("waybill.handler.store.available", 1);

      network.blackHole();
      meters.awaitGauge("waybill.handler.broker.available", 0);
      assertThat(meters.gauge("waybill.handler.store.available")).isEqualTo(1);
      network.heal();
      meters.awaitGauge("waybill.handler.broker.available", 1);
      Parcel third = Parcel.of("parcel:0");
      topic.send(third);
      testbed.awaitState(third, "completed");

      assertThat(meters.outcomes())
          .isEqualTo(
              Map.of(
                  "completed", 3.0,
                  "retry", 0.0,
                  "dead-letter", 0.0,
                  "ignored", 0.0,
                  "skipped", 0.0,
                  "uncounted", 0.0));
      testbed.database().assertEachOnce(List.of(first, second, third));
      assertThat(testbed.database().mostAttempts()).isEqualTo(1);
    }
  }

  /** The columns of the instance's row; empty when there is none. */
  private Map<String, Object> health() {
    return testbed
        .database()
        .owner()
        .sql("SELECT * FROM inbox.health WHERE handler = 'parcels' AND instance = 'one'")
        .query()
        .listOfRows()
        .stream()
        .findFirst()
        .orElse(Map.of());
  }

  private static final class Meters {

    private final MeterRegistry registry;

    Meters(RunningParcels running) {
      this.registry = running.context().getBean(MeterRegistry.class);
    }

    double gauge(String name) {
      return registry.get(name).tag("handler", "parcels").gauge().value();
    }

    void awaitGauge(String name, double value) {
      await().atMost(ParcelTestbed.PATIENCE).until(() -> gauge(name) == value);
    }

    double count(String name) {
      return registry.get(name).counter().count();
    }

    Map<String, Double> outcomes() {
      Map<String, Double> outcomes = new TreeMap<>();
      registry
          .get("waybill.handler.outcomes")
          .counters()
          .forEach(each -> outcomes.put(tag(each.getId().getTag("result")), each.count()));
      return outcomes;
    }

    Map<String, Double> states() {
      Map<String, Double> states = new TreeMap<>();
      registry
          .get("waybill.handler.deliveries")
          .gauges()
          .forEach(each -> states.put(tag(each.getId().getTag("state")), each.value()));
      return states;
    }

    private static String tag(@Nullable String value) {
      return Objects.requireNonNull(value);
    }
  }
}
