package dev.waybill.handler.signals;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.attempt.RunObserver;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.deliver.MethodRunner.Run;
import dev.waybill.handler.inbox.InboxLook;
import dev.waybill.handler.status.HandlerStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The meters of one handler: all there from the start, as zero. Thread-safe. */
public final class HandlerMeters implements RunObserver {

  private static final Map<String, ToLongFunction<InboxLook>> STATES =
      new TreeMap<>(
          Map.of(
              "pending", InboxLook::pending,
              "waiting", InboxLook::waiting,
              "processing", InboxLook::processing,
              "retry_scheduled", InboxLook::retrying,
              "dead_letter", InboxLook::deadLetters));

  private final MeterRegistry registry;
  private final Tags handler;
  private final Tags messaging;
  private final Timer commitToHandled;
  private final Counter duplicates;
  private final Counter consumed;
  private final Map<String, Counter> outcomes = new TreeMap<>();

  /**
   * @param topic of the handler, which its group is named after
   */
  public HandlerMeters(
      MeterRegistry registry, HandlerId handlerId, String topic, HandlerStatus status) {
    this.registry = registry;
    this.handler = Tags.of("handler", handlerId.value());
    this.messaging =
        Tags.of(
            "messaging.system",
            "kafka",
            "messaging.operation.name",
            "process",
            "messaging.destination.name",
            topic,
            "messaging.consumer.group.name",
            topic);
    this.commitToHandled = timer(HandlerMetric.COMMIT_TO_HANDLED, handler);
    this.duplicates = counter(HandlerMetric.DUPLICATES, handler);
    this.consumed = counter(HandlerMetric.CONSUMED, messaging);
    for (String result : Results.ALL) {
      outcomes.put(result, counter(HandlerMetric.OUTCOMES, handler.and("result", result)));
    }
    timer(HandlerMetric.PROCESS, processTags(""));
    gauges(status);
  }

  private void gauges(HandlerStatus status) {
    STATES.forEach(
        (state, count) ->
            gauge(
                HandlerMetric.DELIVERIES,
                handler.and("state", state),
                status,
                each -> count.applyAsLong(each.look())));
    gauge(HandlerMetric.HELD_KEYS, handler, status, each -> each.look().heldKeys());
    gauge(
        HandlerMetric.OLDEST_AGE,
        handler,
        status,
        each -> each.look().oldest().toMillis() / 1000.0);
    gauge(HandlerMetric.UNSENT, handler, status, each -> each.look().unsent());
    gauge(HandlerMetric.HELD, handler, status, each -> each.held() == null ? 0 : 1);
    gauge(HandlerMetric.LISTENING, handler, status, each -> each.isListening() ? 1 : 0);
    gauge(HandlerMetric.STORE_AVAILABLE, handler, status, each -> each.storeAvailable() ? 1 : 0);
    gauge(HandlerMetric.BROKER_AVAILABLE, handler, status, each -> each.trouble() == null ? 1 : 0);
  }

  @Override
  public void completed(Run run, @Nullable Duration took) {
    consumed.increment();
    outcome(Results.COMPLETED);
    Instant committedAt = run.message().committedAt();
    if (committedAt != null) {
      Duration late = Duration.between(committedAt, Instant.now());
      commitToHandled.record(late.isNegative() ? Duration.ZERO : late);
    }
    if (took != null) {
      timer(HandlerMetric.PROCESS, processTags("")).record(took);
    }
  }

  @Override
  public void failed(Run run, Verdict verdict, @Nullable Duration took) {
    if (took != null) {
      timer(HandlerMetric.PROCESS, processTags(verdict.failure().code())).record(took);
    }
  }

  @Override
  public void settled(Verdict verdict) {
    outcome(verdict.fold(new Results()));
  }

  @Override
  public void known(int records) {
    duplicates.increment(records);
  }

  private void outcome(String result) {
    Counter counter = outcomes.get(result);
    if (counter != null) {
      counter.increment();
    }
  }

  private Tags processTags(String error) {
    return messaging.and("messaging.operation.type", "process").and("error.type", error);
  }

  private Timer timer(HandlerMetric metric, Tags tags) {
    return Timer.builder(metric.meterName())
        .description(metric.meaning())
        .publishPercentileHistogram()
        .tags(tags)
        .register(registry);
  }

  private Counter counter(HandlerMetric metric, Tags tags) {
    return Counter.builder(metric.meterName())
        .description(metric.meaning())
        .tags(tags)
        .register(registry);
  }

  private void gauge(
      HandlerMetric metric,
      Tags tags,
      HandlerStatus status,
      ToDoubleFunction<HandlerStatus> value) {
    Gauge.builder(metric.meterName(), status, value)
        .description(metric.meaning())
        .baseUnit(metric.unit())
        .tags(tags)
        .register(registry);
  }
}
