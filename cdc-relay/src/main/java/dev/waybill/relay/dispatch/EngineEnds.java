package dev.waybill.relay.dispatch;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;

/**
 * Counts how often the engine ended at one position of the slot for a reason that lies in the log
 * itself. What cannot be decoded today cannot be tomorrow either: after {@link #LIMIT} such ends
 * the position is hopeless. An outage ends the engine as well, and is never counted. Outlives
 * sessions; belongs to the supervisor's thread.
 */
final class EngineEnds {

  /** So many ends at one position are no accident. */
  static final int LIMIT = 5;

  /** Classes of SQLSTATE that speak of the server or the way to it. */
  private static final Set<String> OUTAGES = Set.of("08", "28", "53", "55", "57", "58");

  private String position = "";
  private int ends;

  /**
   * Takes note of an end.
   *
   * @param at where the slot was confirmed when the engine began
   * @return whether the position is hopeless
   */
  boolean hopeless(String at, Throwable end) {
    if (outage(end)) {
      return false;
    }
    ends = at.equals(position) ? ends + 1 : 1;
    position = at;
    return ends >= LIMIT;
  }

  private static boolean outage(Throwable end) {
    for (Throwable cause = end; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return true;
      }
      if (cause instanceof SQLException sql) {
        String state = sql.getSQLState();
        return state == null || OUTAGES.contains(state.substring(0, Math.min(2, state.length())));
      }
    }
    return false;
  }
}
