package dev.waybill.relay.status;

/** What the relay is doing now. */
public sealed interface RelayStatus {

  /** One line for a log or a page. */
  String describe();

  /** On the way to streaming. */
  record Starting(String step) implements RelayStatus {
    @Override
    public String describe() {
      return "starting: " + step;
    }
  }

  /** Switched off by its settings: it is there, and does nothing. */
  record Disabled() implements RelayStatus {
    @Override
    public String describe() {
      return "disabled by waybill.relay.enabled=false: nothing is dispatched";
    }
  }

  /** Another process streams; this one takes over when that one ends. */
  record Standby(String owner) implements RelayStatus {
    @Override
    public String describe() {
      return "standby: " + owner + " streams";
    }
  }

  /** Cannot stream until something outside changes. */
  record NotReady(String reason, String remedy) implements RelayStatus {
    @Override
    public String describe() {
      return "not ready: " + reason + " — " + remedy;
    }
  }

  /** Dispatches what waited, from the table or the WAL, and is not up to date yet. */
  record CatchingUp() implements RelayStatus {
    @Override
    public String describe() {
      return "catching up";
    }
  }

  /** Reads the WAL and publishes. */
  record Streaming() implements RelayStatus {
    @Override
    public String describe() {
      return "streaming";
    }
  }

  /** Publishes nothing, on an operator's word; holds the lease and the slot. */
  record Paused(String by, String reason) implements RelayStatus {
    @Override
    public String describe() {
      return "paused by " + by + ": " + reason;
    }
  }

  /** Ended in order. */
  record Stopped() implements RelayStatus {
    @Override
    public String describe() {
      return "stopped";
    }
  }
}
