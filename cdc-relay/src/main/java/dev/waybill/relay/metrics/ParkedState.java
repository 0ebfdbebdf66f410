package dev.waybill.relay.metrics;

import dev.waybill.relay.watch.OutboxLook;
import dev.waybill.relay.watch.OutboxLook.HandlerLook;
import java.util.Locale;

/** What becomes of a parked delivery. */
enum ParkedState {
  RETRYING,
  DEAD;

  /** Its name in meters. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  long count(OutboxLook look) {
    return look.handlers().values().stream().mapToLong(this::count).sum();
  }

  long count(HandlerLook look) {
    return this == DEAD ? look.dead() : look.retrying();
  }
}
