package dev.waybill.relay.status;

import java.util.Locale;

/** What ended a session. */
public enum FailureCause {
  /** PostgreSQL did not answer, or refused a statement. */
  STORE,
  /** Kafka did not answer, or refused a batch. */
  BROKER,
  /** The engine that reads the log ended. */
  STREAM,
  /** Another process holds the lease. */
  LEASE,
  /** Something outside must change first; the log says what. */
  PRECONDITION,
  /** A fault that nobody foresaw. */
  UNEXPECTED;

  /** Its name in meters. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
