package dev.waybill.local.postgres;

import dev.waybill.local.process.Signal;

/** How a server is stopped. */
public enum StopMode {
  /** PostgreSQL's fast shutdown: transactions are rolled back, a checkpoint is written. */
  FAST(Signal.INT),
  /** PostgreSQL's immediate shutdown: no checkpoint, so the next start recovers from the WAL. */
  IMMEDIATE(Signal.QUIT),
  /** SIGKILL of the postmaster; its children notice and end on their own. */
  KILL(Signal.KILL);

  private final Signal signal;

  StopMode(Signal signal) {
    this.signal = signal;
  }

  Signal signal() {
    return signal;
  }
}
