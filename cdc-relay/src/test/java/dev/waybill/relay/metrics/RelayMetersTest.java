package dev.waybill.relay.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.relay.dispatch.BatchObserver;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.publish.OutgoingCopy;
import dev.waybill.relay.publish.RoutedMessage;
import dev.waybill.relay.routing.Target;
import dev.waybill.relay.status.Progress;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.wal.WalGuard;
import dev.waybill.relay.watch.WatchBoard;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told from the first moment on, when no server has answered yet. */
class RelayMetersTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  /** Known only once a database was looked at, or a copy was sent. */
  private static final Set<RelayMetric> LATER =
      Set.of(
          RelayMetric.HANDLER_BLOCKED,
          RelayMetric.HANDLER_BEHIND,
          RelayMetric.HANDLER_HELD_KEYS,
          RelayMetric.HANDLER_PARKED,
          RelayMetric.SENT_MESSAGES);

  private final AtomicLong nanos = new AtomicLong();
  private final StatusBoard status = new StatusBoard(nanos::get);
  private final Progress progress = new Progress();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final BatchMeters batches = new BatchMeters(registry);

  @BeforeEach
  void bind() {
    new RelayMeters(
            new RelayMeters.Sources(
                status,
                progress,
                new WatchBoard(nanos::get),
                new WalGuard("main", "waybill_main", 1)),
            "no-such-engine",
            Duration.ofSeconds(30),
            Clock.fixed(NOW, ZoneOffset.UTC))
        .bindTo(registry);
  }

  @Test
  void everythingIsThereFromTheStartAsZero() {
    for (RelayMetric metric : RelayMetric.values()) {
      if (!LATER.contains(metric)) {
        assertThat(registry.find(metric.meterName()).meters()).as(metric.meterName()).isNotEmpty();
      }
    }
    assertThat(registry.getMeters())
        .filteredOn(meter -> !meter.getId().getName().equals("waybill.relay.wal.safe"))
        .allSatisfy(
            meter ->
                assertThat(meter.measure())
                    .as(meter.getId().getName())
                    .allSatisfy(value -> assertThat(value.getValue()).isZero()));
    assertThat(registry.get("waybill.relay.batch.attempts").counters())
        .hasSize(BatchResult.values().length);
  }

  @Test
  void everyMeterIsInTheCatalogueWithItsUnitAndLabels() {
    batches.begin(List.of(message("waybill.timeline"))).sent();
    Map<String, RelayMetric> catalogue =
        List.of(RelayMetric.values()).stream()
            .collect(Collectors.toMap(RelayMetric::meterName, metric -> metric));
    for (Meter meter : registry.getMeters()) {
      RelayMetric metric =
          Objects.requireNonNull(catalogue.get(meter.getId().getName()), meter.getId()::getName);
      if (metric.kind() != MeterKind.HISTOGRAM) {
        assertThat(meter.getId().getBaseUnit()).as(metric.meterName()).isEqualTo(metric.unit());
      }
      assertThat(new TreeSet<>(meter.getId().getTags().stream().map(Tag::getKey).toList()))
          .as(metric.meterName())
          .isEqualTo(new TreeSet<>(metric.labels()));
    }
  }

  @Test
  void lagIsTheAgeOfWhatIsInHand() {
    assertThat(lag()).isZero();

    progress.observed(NOW.minusSeconds(3));
    progress.observed(NOW.minusSeconds(1));
    assertThat(lag()).isEqualTo(3);

    progress.handled();
    assertThat(lag()).isZero();
  }

  @Test
  void aStandbyHasNothingInHand() {
    progress.observed(NOW.minusSeconds(3));
    status.show(new RelayStatus.Standby("another"));

    assertThat(lag()).isZero();
    assertThat(registry.get("waybill.relay.leader").gauge().value()).isZero();
  }

  @Test
  void countsCopiesByTopicAndAttemptsByResult() {
    RoutedMessage message = message("waybill.timeline", "waybill.dashboard");
    BatchObserver.Attempt good = batches.begin(List.of(message, message));
    good.sent();
    good.recorded();
    batches.begin(List.of(message)).failed(new IllegalStateException("no"));

    assertThat(
            registry
                .get("messaging.client.sent.messages")
                .tags("messaging.destination.name", "waybill.timeline", "error.type", "")
                .counter()
                .count())
        .isEqualTo(2);
    assertThat(attempts("published")).isEqualTo(1);
    assertThat(attempts("failed")).isEqualTo(1);
    assertThat(registry.get("waybill.relay.dispatch.duration").timer().count()).isEqualTo(1);
    assertThat(registry.scrape())
        .contains("messaging_client_sent_messages_total{")
        .contains("error_type=\"java.lang.IllegalStateException\"")
        .contains("waybill_relay_dispatch_duration_seconds_bucket{le=\"0.005\"}")
        .contains("waybill_relay_wal_safe_bytes +Inf");
  }

  private double attempts(String result) {
    return registry.get("waybill.relay.batch.attempts").tag("result", result).counter().count();
  }

  private double lag() {
    return registry.get("waybill.relay.lag").gauge().value();
  }

  private static RoutedMessage message(String... topics) {
    List<Target> targets =
        List.of(topics).stream()
            .map(topic -> new Target(new HandlerId("timeline"), topic, 0, "key"))
            .toList();
    return new RoutedMessage(
        new SeqId(1, MessageId.of("01900000-0000-7000-8000-000000000001")),
        OutgoingCopy.none(),
        null,
        targets,
        List.of(),
        List.of());
  }
}
