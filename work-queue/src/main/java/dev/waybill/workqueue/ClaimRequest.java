package dev.waybill.workqueue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Who claims how much for how long.
 *
 * @param owner unique to a process start
 * @param lease how long the claims hold; longer than the work takes, or renewed in time
 * @param limit rows at most, up to {@value #MOST}
 * @param parameters of the table's condition
 */
public record ClaimRequest(
    String owner, Duration lease, int limit, Map<String, Object> parameters) {

  /** Each row is named in one statement. */
  static final int MOST = 1000;

  public ClaimRequest {
    parameters = Map.copyOf(parameters);
    if (owner.isBlank()) {
      throw new IllegalArgumentException("a claim needs an owner");
    }
    if (lease.toMillis() < 1) {
      throw new IllegalArgumentException("a lease of " + lease + " is over at once");
    }
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException("1 to " + MOST + " rows, not " + limit);
    }
  }

  /** A request for a table whose condition has no parameters. */
  public static ClaimRequest of(String owner, Duration lease, int limit) {
    return new ClaimRequest(owner, lease, limit, Map.of());
  }

  /** The same request with one more parameter of the table's condition. */
  public ClaimRequest with(String parameter, Object value) {
    Map<String, Object> more = new HashMap<>(parameters);
    more.put(parameter, value);
    return new ClaimRequest(owner, lease, limit, more);
  }
}
