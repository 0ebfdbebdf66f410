package dev.waybill.relay.metrics;

import dev.waybill.relay.dispatch.BatchObserver;
import dev.waybill.relay.publish.RoutedMessage;
import dev.waybill.relay.routing.Target;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Counts and times batches. It costs a map entry for each copy, and two readings of a clock. */
public final class BatchMeters implements BatchObserver {

  private static final String NO_ERROR = "";
  private static final Tags SENDING =
      Tags.of("messaging.system", "kafka", "messaging.operation.name", "send");
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(15)
  };

  private final MeterRegistry registry;
  private final Map<BatchResult, Counter> attempts = new EnumMap<>(BatchResult.class);
  private final Timer dispatch;

  /** Registers what is known beforehand, so that it is zero and not absent. */
  public BatchMeters(MeterRegistry registry) {
    this.registry = registry;
    for (BatchResult result : BatchResult.values()) {
      attempts.put(result, counter(RelayMetric.BATCH_ATTEMPTS, Tags.of("result", result.label())));
    }
    this.dispatch = timer(RelayMetric.DISPATCH_DURATION, Tags.empty());
    operation(NO_ERROR);
  }

  @Override
  public Attempt begin(List<RoutedMessage> messages) {
    return new TimedAttempt(messages, System.nanoTime());
  }

  private Counter counter(RelayMetric metric, Tags tags) {
    return Counter.builder(metric.meterName())
        .description(metric.meaning())
        .baseUnit(metric.unit())
        .tags(tags)
        .register(registry);
  }

  private Timer timer(RelayMetric metric, Tags tags) {
    return Timer.builder(metric.meterName())
        .description(metric.meaning())
        .tags(tags)
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  private Timer operation(String error) {
    return timer(
        RelayMetric.OPERATION_DURATION,
        SENDING.and("messaging.operation.type", "send", "error.type", error));
  }

  private void sent(List<RoutedMessage> messages, String error) {
    Map<String, Integer> copies = new HashMap<>();
    for (RoutedMessage message : messages) {
      for (Target target : message.targets()) {
        copies.merge(target.topic(), 1, Integer::sum);
      }
    }
    copies.forEach(
        (topic, count) ->
            counter(
                    RelayMetric.SENT_MESSAGES,
                    SENDING.and("messaging.destination.name", topic, "error.type", error))
                .increment(count));
  }

  /** The class of the cause, not of what wraps it. */
  private static String error(RuntimeException failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getName();
  }

  private final class TimedAttempt implements Attempt {

    private final List<RoutedMessage> messages;
    private final long begun;
    private boolean sent;

    TimedAttempt(List<RoutedMessage> messages, long begun) {
      this.messages = messages;
      this.begun = begun;
    }

    @Override
    public void sent() {
      sent = true;
      count(NO_ERROR);
    }

    @Override
    public void recorded() {
      dispatch.record(elapsed());
      ended(BatchResult.PUBLISHED);
    }

    @Override
    public void failed(RuntimeException failure) {
      if (!sent) {
        count(error(failure));
      }
      ended(BatchResult.of(failure));
    }

    private void count(String error) {
      BatchMeters.this.sent(messages, error);
      operation(error).record(elapsed());
    }

    private void ended(BatchResult result) {
      Objects.requireNonNull(attempts.get(result)).increment();
    }

    private Duration elapsed() {
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }
}
