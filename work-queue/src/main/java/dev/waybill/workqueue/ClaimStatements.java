package dev.waybill.workqueue;

import dev.waybill.workqueue.shape.WorkTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Runs the statements of a claim, within a transaction, and remembers whose turn is next.
 * Thread-safe.
 */
final class ClaimStatements {

  private final JdbcClient jdbc;
  private final ClaimSql sql;
  private final int keyColumns;
  private volatile @Nullable String servedLast;

  ClaimStatements(JdbcClient jdbc, WorkTable table) {
    this.jdbc = jdbc;
    this.sql = new ClaimSql(table);
    this.keyColumns = table.columns().key().size();
  }

  List<Claim> claim(ClaimRequest request) {
    planQuickly();
    List<Proposed> proposed = propose(request);
    return proposed.isEmpty() ? List.of() : inOrder(proposed, take(request, proposed));
  }

  private record Proposed(WorkKey key, String tenant) {}

  /**
   * The planner expects hundreds of steps of a recursive query that mostly takes a few, and would
   * compile the statement to machine code, for a hundred times as long as it runs.
   */
  private void planQuickly() {
    jdbc.sql("SELECT set_config('jit', 'off', true)").query(String.class).single();
  }

  private List<Proposed> propose(ClaimRequest request) {
    return jdbc.sql(sql.propose())
        .params(request.parameters())
        .param("queue_limit", request.limit())
        .param("queue_candidates", request.limit() * ClaimSql.CANDIDATES_PER_ROW)
        .param("queue_after", servedLast)
        .query(
            (row, index) -> {
              requireReadCommitted(row.getString("isolation"));
              return new Proposed(key(row), row.getString("tenant"));
            })
        .list();
  }

  private Map<WorkKey, Claim> take(ClaimRequest request, List<Proposed> proposed) {
    Map<WorkKey, Claim> taken = new HashMap<>();
    jdbc.sql(sql.take())
        .params(request.parameters())
        .param("queue_keys", proposed.stream().map(each -> each.key().values().toArray()).toList())
        .param("queue_owner", request.owner())
        .param("queue_seconds", request.lease().toMillis() / 1000.0)
        .query((row, index) -> claim(row, request.owner()))
        .list()
        .forEach(claim -> taken.put(claim.key(), claim));
    return taken;
  }

  /** UPDATE returns rows in any order. */
  private List<Claim> inOrder(List<Proposed> proposed, Map<WorkKey, Claim> taken) {
    List<Claim> claims = new ArrayList<>();
    for (Proposed each : proposed) {
      Claim claim = taken.get(each.key());
      if (claim != null) {
        claims.add(claim);
        servedLast = each.tenant();
      }
    }
    return claims;
  }

  private Claim claim(ResultSet row, String owner) throws SQLException {
    return new Claim(
        key(row),
        owner,
        row.getLong("fencing_value"),
        row.getInt("attempt"),
        row.getObject("lease_expires_at", OffsetDateTime.class).toInstant());
  }

  private WorkKey key(ResultSet row) throws SQLException {
    List<Object> values = new ArrayList<>();
    for (int i = 1; i <= keyColumns; i++) {
      values.add(Objects.requireNonNull(row.getObject("key_" + i)));
    }
    return new WorkKey(values);
  }

  /** With any other isolation the second statement would see no more than the first. */
  private static void requireReadCommitted(String isolation) {
    if (!isolation.equals("read committed")) {
      throw new IllegalStateException("work is claimed in READ COMMITTED, not " + isolation);
    }
  }
}
