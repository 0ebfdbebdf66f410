package dev.waybill.relay.order;

import java.util.Locale;

/** What lasts, and so has a row of its own; what is done at once has only its audit. */
public enum OrderKind {
  /** Publish nothing; open for as long as the relay is paused. */
  PAUSE,
  /** Dispatch everything that was committed before, and all due parked work. */
  DRAIN,
  /** Send a handler what was dispatched before it was there. */
  BACKFILL;

  /** The name in the table, in the audit and on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static OrderKind ofWireName(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
