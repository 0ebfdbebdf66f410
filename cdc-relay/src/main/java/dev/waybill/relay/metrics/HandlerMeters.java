package dev.waybill.relay.metrics;

import dev.waybill.relay.watch.OutboxLook;
import dev.waybill.relay.watch.OutboxLook.HandlerLook;
import dev.waybill.relay.watch.WatchBoard;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The gauges of each handler. Handlers are known from the first look at the database on, from then
 * on as zeros, and as long as they are subscribed or something of theirs is left.
 */
final class HandlerMeters {

  private final MultiGauge blocked;
  private final MultiGauge behind;
  private final MultiGauge held;
  private final MultiGauge parked;
  private final WatchBoard watch;

  HandlerMeters(MeterRegistry registry, WatchBoard watch) {
    this.blocked = gauges(registry, RelayMetric.HANDLER_BLOCKED);
    this.behind = gauges(registry, RelayMetric.HANDLER_BEHIND);
    this.held = gauges(registry, RelayMetric.HANDLER_HELD_KEYS);
    this.parked = gauges(registry, RelayMetric.HANDLER_PARKED);
    this.watch = watch;
  }

  void bind() {
    watch.onLook(this::show);
  }

  private void show(OutboxLook look) {
    blocked.register(rows(look, one -> one.blocked() ? 1 : 0), true);
    behind.register(rows(look, one -> one.behind() ? 1 : 0), true);
    held.register(rows(look, HandlerLook::heldKeys), true);
    parked.register(parkedRows(look), true);
  }

  private static List<Row<?>> rows(OutboxLook look, ToDoubleFunction<HandlerLook> value) {
    List<Row<?>> rows = new ArrayList<>();
    look.handlers()
        .forEach(
            (handler, one) ->
                rows.add(Row.of(Tags.of("handler", handler), value.applyAsDouble(one))));
    return rows;
  }

  private static List<Row<?>> parkedRows(OutboxLook look) {
    List<Row<?>> rows = new ArrayList<>();
    for (Map.Entry<String, HandlerLook> one : look.handlers().entrySet()) {
      for (ParkedState state : ParkedState.values()) {
        Tags tags = Tags.of("handler", one.getKey(), "state", state.label());
        rows.add(Row.of(tags, state.count(one.getValue())));
      }
    }
    return rows;
  }

  private static MultiGauge gauges(MeterRegistry registry, RelayMetric metric) {
    return MultiGauge.builder(metric.meterName())
        .description(metric.meaning())
        .baseUnit(metric.unit())
        .register(registry);
  }
}
