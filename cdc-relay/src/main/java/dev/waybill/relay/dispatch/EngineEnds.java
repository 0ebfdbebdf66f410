package dev.waybill.relay.dispatch;

import dev.waybill.relay.stream.UndecodableRecordException;
import java.sql.SQLException;
import java.util.Set;

/**
 * Counts how often the engine ended at one position of the slot because of what the log holds
 * there. What cannot be decoded today cannot be tomorrow either: after {@link #LIMIT} such ends the
 * position is hopeless. Only what surely comes from the log counts; an outage has many faces. Once
 * a position was given up, no other is until the stream has run again. Outlives sessions; belongs
 * to the supervisor's thread.
 */
final class EngineEnds {

  /** So many ends at one position are no accident. */
  static final int LIMIT = 5;

  /** Classes of SQLSTATE with which a server fails at decoding: data, limits, internal errors. */
  private static final Set<String> DECODING = Set.of("22", "54", "XX");

  private String position = "";
  private int ends;
  private boolean gaveUp;

  /**
   * Takes note of an end.
   *
   * @param at where the slot was confirmed when the engine began
   * @return whether the position is hopeless
   */
  boolean hopeless(String at, Throwable end) {
    if (!fromTheLog(end)) {
      return false;
    }
    ends = at.equals(position) ? ends + 1 : 1;
    position = at;
    return ends >= LIMIT && !gaveUp;
  }

  /** The position was given up. */
  void gaveUp() {
    gaveUp = true;
  }

  /** The stream runs. */
  void streamed() {
    gaveUp = false;
  }

  private static boolean fromTheLog(Throwable end) {
    for (Throwable cause = end; cause != null; cause = cause.getCause()) {
      if (cause instanceof UndecodableRecordException) {
        return true;
      }
      if (cause instanceof SQLException sql) {
        String state = sql.getSQLState();
        return state != null && state.length() >= 2 && DECODING.contains(state.substring(0, 2));
      }
    }
    return false;
  }
}
