package dev.waybill.handler.record;

import java.util.Locale;

/** Why a record can never be handled by this handler. */
public enum Refusal {
  /** A copy that is for another handler. */
  MISROUTED,
  /** Its headers cannot be read, or it has no value. */
  UNREADABLE_RECORD,
  /** Its payload is not what the type says. */
  UNREADABLE_PAYLOAD,
  UNKNOWN_TYPE,
  UNSUPPORTED_VERSION,
  /** Every run ended with the process. */
  KILLED_PROCESS;

  /** The error code of the dead letter. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
