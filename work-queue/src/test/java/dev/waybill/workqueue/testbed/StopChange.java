package dev.waybill.workqueue.testbed;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One entry of the history of a stop.
 *
 * @param beganAt not before this did the changing transaction look at anything
 * @param settledAt when everybody could see it; only of stops that were opened again
 */
public record StopChange(
    OffsetDateTime beganAt,
    OffsetDateTime changedAt,
    @Nullable OffsetDateTime settledAt,
    String parcel,
    UUID stop,
    long arrival,
    Side before,
    Side after) {

  /** The row before or after. */
  public record Side(String state, int attempt, long fencing, @Nullable OffsetDateTime leaseEnd) {

    boolean claimed() {
      return state.equals("processing");
    }
  }

  /** All entries, in the order in which they were made. */
  public static List<StopChange> all(JdbcClient owner) {
    return owner
        .sql(
            """
            SELECT began_at, changed_at, settled_at, parcel, stop_id, arrival,
              old_state, old_attempt, old_fencing, old_lease_end,
              new_state, new_attempt, new_fencing, new_lease_end
            FROM parcels.stop_history ORDER BY entry
            """)
        .query((row, index) -> of(row))
        .list();
  }

  boolean isClaim() {
    return after.fencing() != before.fencing();
  }

  boolean isEndOfClaim() {
    return before.claimed() && !after.claimed();
  }

  boolean isOpenedAgain() {
    return !before.claimed() && after.state().equals("pending");
  }

  private static StopChange of(ResultSet row) throws SQLException {
    return new StopChange(
        row.getObject("began_at", OffsetDateTime.class),
        row.getObject("changed_at", OffsetDateTime.class),
        row.getObject("settled_at", OffsetDateTime.class),
        row.getString("parcel"),
        row.getObject("stop_id", UUID.class),
        row.getLong("arrival"),
        side(row, "old"),
        side(row, "new"));
  }

  private static Side side(ResultSet row, String prefix) throws SQLException {
    return new Side(
        row.getString(prefix + "_state"),
        row.getInt(prefix + "_attempt"),
        row.getLong(prefix + "_fencing"),
        row.getObject(prefix + "_lease_end", OffsetDateTime.class));
  }
}
