package dev.waybill.relay.metrics;

import dev.waybill.relay.status.FailureCause;
import dev.waybill.relay.status.Progress;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.wal.SlotLook;
import dev.waybill.relay.wal.WalGuard;
import dev.waybill.relay.wal.WalVerdict;
import dev.waybill.relay.watch.OutboxLook;
import dev.waybill.relay.watch.WatchBoard;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Registers every gauge and counter at the start, on each process of a relay, so that none is ever
 * absent. They read what others keep when they are asked, and cost nothing otherwise.
 */
public final class RelayMeters implements MeterBinder {

  private static final double NANOS = Duration.ofSeconds(1).toNanos();

  private final Sources sources;
  private final EngineBeans engine;
  private final Duration fresh;
  private final Clock clock;

  /**
   * @param engine the engine's topic prefix
   * @param fresh looks older than this count as missing, and ages then grow by themselves
   */
  public RelayMeters(Sources sources, String engine, Duration fresh, Clock clock) {
    this.sources = sources;
    this.engine = new EngineBeans(engine);
    this.fresh = fresh;
    this.clock = clock;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    bindState(registry);
    bindWaiting(registry);
    bindWal(registry);
    bindCounters(registry);
    new HandlerMeters(registry, sources.watch()).bind();
  }

  private void bindState(MeterRegistry registry) {
    WatchBoard watch = sources.watch();
    gauge(registry, RelayMetric.LEADER, () -> flag(streams()));
    gauge(registry, RelayMetric.STORE_AVAILABLE, () -> flag(watch.storeAvailable()));
    gauge(registry, RelayMetric.BROKER_AVAILABLE, () -> flag(watch.brokerAvailable()));
    gauge(registry, RelayMetric.WATCH_AGE, () -> seconds(watch.age()));
    gauge(registry, RelayMetric.QUEUE_FILL, engine::queueFill);
    gauge(
        registry, RelayMetric.HEARTBEAT_ROUND_TRIP, () -> seconds(sources.progress().roundTrip()));
  }

  private void bindWaiting(MeterRegistry registry) {
    WatchBoard watch = sources.watch();
    gauge(registry, RelayMetric.LAG, this::lag);
    gauge(registry, RelayMetric.PENDING, () -> watch.outbox().pending());
    gauge(registry, RelayMetric.PENDING_AGE, this::pendingAge);
    gauge(registry, RelayMetric.PARTITIONS_AHEAD, () -> watch.outbox().daysAhead());
    for (ParkedState state : ParkedState.values()) {
      gauge(
          registry, RelayMetric.PARKED, () -> state.count(watch.outbox()), "state", state.label());
    }
  }

  private void bindWal(MeterRegistry registry) {
    WalGuard wal = sources.wal();
    gauge(registry, RelayMetric.WAL_RETAINED, () -> wal.look().retained());
    gauge(registry, RelayMetric.WAL_UNCONFIRMED, () -> wal.look().unconfirmed());
    gauge(registry, RelayMetric.WAL_SAFE, () -> safe(wal.look()));
    gauge(registry, RelayMetric.WAL_PINNED, () -> flag(wal.verdict() instanceof WalVerdict.Pinned));
    gauge(registry, RelayMetric.SLOT_ACTIVE, () -> flag(wal.look().active()));
  }

  private void bindCounters(MeterRegistry registry) {
    count(registry, RelayMetric.MESSAGES_PUBLISHED, Progress::published);
    count(registry, RelayMetric.MESSAGES_REPEATED, Progress::repeats);
    count(registry, RelayMetric.MESSAGES_LATE, Progress::late);
    count(registry, RelayMetric.SLOT_RECOVERIES, Progress::recoveries);
    count(registry, RelayMetric.MESSAGES_PARKED, Progress::parked);
    count(registry, RelayMetric.MESSAGES_DEAD, Progress::deadLetters);
    count(registry, RelayMetric.MESSAGES_LOST, Progress::lost);
    count(registry, RelayMetric.STREAM_FILTERED, progress -> engine.filtered());
    for (FailureCause cause : FailureCause.values()) {
      count(
          registry,
          RelayMetric.SESSION_FAILURES,
          progress -> progress.failures(cause),
          "cause",
          cause.label());
    }
  }

  private boolean streams() {
    RelayStatus status = sources.status().status();
    return status instanceof RelayStatus.Streaming
        || status instanceof RelayStatus.CatchingUp
        || status instanceof RelayStatus.Paused;
  }

  /** A standby has nothing in hand, whatever it had when it streamed. */
  private double lag() {
    Instant since = sources.progress().waitingSince();
    if (since == null || sources.status().status() instanceof RelayStatus.Standby) {
      return pendingAge();
    }
    double inHand = Math.max(0, seconds(Duration.between(since, clock.instant())));
    return Math.max(inHand, pendingAge());
  }

  private double pendingAge() {
    OutboxLook look = sources.watch().outbox();
    if (look.pending() == 0) {
      return 0;
    }
    Duration age = sources.watch().age();
    return look.oldestSeconds() + (age.compareTo(fresh) > 0 ? seconds(age) : 0);
  }

  private static double safe(SlotLook look) {
    Long safe = look.safe();
    return safe == null ? Double.POSITIVE_INFINITY : safe;
  }

  private static double flag(boolean value) {
    return value ? 1 : 0;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS;
  }

  private static void gauge(
      MeterRegistry registry, RelayMetric metric, Supplier<Number> value, String... tags) {
    Gauge.builder(metric.meterName(), value)
        .description(metric.meaning())
        .baseUnit(metric.unit())
        .tags(tags)
        .register(registry);
  }

  private void count(
      MeterRegistry registry,
      RelayMetric metric,
      ToDoubleFunction<Progress> value,
      String... tags) {
    FunctionCounter.builder(metric.meterName(), sources.progress(), value)
        .description(metric.meaning())
        .baseUnit(metric.unit())
        .tags(tags)
        .register(registry);
  }

  /** Where the values come from. */
  public record Sources(StatusBoard status, Progress progress, WatchBoard watch, WalGuard wal) {}
}
