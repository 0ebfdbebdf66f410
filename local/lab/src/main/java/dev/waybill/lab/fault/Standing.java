package dev.waybill.lab.fault;

import java.util.Locale;

/** What a relay does at the moment. */
public enum Standing {
  /** It holds the lease. */
  ACTIVE,
  /** It waits for the other. */
  STANDBY;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
