package dev.waybill.relay.order;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** How far an order has come. The one transition table: the SQL guards by it too. */
public enum OrderState {
  /** Taken; the relay that streams has not seen it yet. */
  REQUESTED,
  /** The relay has seen it and waits for the handler to become active. */
  WAITING,
  /** In force, or being carried out. */
  RUNNING,
  /** Somebody asked for its end; the relay has not stopped yet. */
  CANCELLING,
  /** Ended: everything was done. */
  DONE,
  /** Ended: its time was over, and something remains. */
  UNFINISHED,
  /** Ended: the relay would not, for a reason in the outcome. */
  REFUSED,
  /** Ended: on an operator's word, with what was done until then. */
  CANCELLED;

  /** Whether an order may go from here to there. */
  public boolean mayBecome(OrderState next) {
    return switch (this) {
      case REQUESTED -> EnumSet.of(WAITING, RUNNING, CANCELLING, DONE, REFUSED).contains(next);
      case WAITING -> EnumSet.of(RUNNING, CANCELLING, REFUSED).contains(next);
      case RUNNING -> EnumSet.of(CANCELLING, DONE, UNFINISHED).contains(next);
      case CANCELLING -> next == CANCELLED;
      case DONE, UNFINISHED, REFUSED, CANCELLED -> false;
    };
  }

  /** Whether nothing follows. */
  public boolean ended() {
    return EnumSet.of(DONE, UNFINISHED, REFUSED, CANCELLED).contains(this);
  }

  /** The states from which an order may come here. */
  Set<OrderState> before() {
    Set<OrderState> before = EnumSet.noneOf(OrderState.class);
    for (OrderState state : values()) {
      if (state.mayBecome(this)) {
        before.add(state);
      }
    }
    return before;
  }

  /** The name in the table and on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static OrderState ofWireName(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
