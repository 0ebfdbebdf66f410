package dev.waybill.handler.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Keeps each observation that came to its end. Thread-safe. */
final class SeenRuns implements ObservationHandler<Observation.Context> {

  private final List<Observation.Context> ended = new CopyOnWriteArrayList<>();
  private final AtomicInteger started = new AtomicInteger();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  /** A registry that nobody else listens to. */
  ObservationRegistry registry() {
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(this);
    return registry;
  }

  List<Observation.Context> all() {
    return ended;
  }

  /** The only one. */
  Observation.Context only() {
    assertThat(ended).hasSize(1);
    assertThat(List.of(started.get(), opened.get(), closed.get()))
        .as("started, its scope opened and closed")
        .containsOnly(1);
    return ended.get(0);
  }

  static Stream<String> value(Observation.Context context, DeliveryKey key) {
    return context.getAllKeyValues().stream()
        .filter(value -> value.getKey().equals(key.asString()))
        .map(KeyValue::getValue);
  }

  @Override
  public void onStart(Observation.Context context) {
    started.incrementAndGet();
  }

  @Override
  public void onScopeOpened(Observation.Context context) {
    opened.incrementAndGet();
  }

  @Override
  public void onScopeClosed(Observation.Context context) {
    closed.incrementAndGet();
  }

  @Override
  public void onStop(Observation.Context context) {
    ended.add(context);
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return true;
  }
}
