package dev.waybill.dashboard.counts;

import dev.waybill.dashboard.counts.Counts.Count;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The one owner of the tables in schema {@code dashboard}: one row for each activity, which are
 * counted when somebody asks.
 *
 * <p>No counters are kept beside them, since many activities share one: batches of different
 * partitions would wait for each other's counters until they commit, and end each other where they
 * touch two in a different order. The row of an activity is written by one partition only. The
 * price is the reading of index entries, and of no row once vacuum has been there: with a million
 * activities of one tenant some 130 ms for all of them on two cores (360 ms before a vacuum), 30 ms
 * for the hundred thousand that are open, 1 ms for one assignee. Those of other tenants are not
 * read.
 */
@Repository
public class CountsTable {

  /**
   * The assignee is whom the newest version names. The status is the furthest that any version
   * tells of, since the newest may say nothing of it: whatever is said later than open is more than
   * open, completed and cancelled are left for deleted only, and deleted for nothing. Both come out
   * the same in whatever order versions are seen.
   */
  private static final String KEEP =
      """
      INSERT INTO dashboard.activity AS a (tenant_id, activity_id, version, status, assignee)
      VALUES (:tenant, :activity, :version, :reached, :assignee)
      ON CONFLICT (tenant_id, activity_id) DO UPDATE
      SET version = greatest(a.version, excluded.version),
          assignee =
            CASE WHEN a.version < excluded.version THEN excluded.assignee ELSE a.assignee END,
          status =
            CASE WHEN a.status = 'open' OR excluded.status IN ('completed', 'cancelled', 'deleted')
              THEN excluded.status ELSE a.status END
      WHERE a.status <> 'deleted'
      """;

  /** Names every status that is wanted, so that the index also serves an assignee alone. */
  private static final String COUNT =
      """
      SELECT status, assignee, count(*) AS activities, CAST(sum(count(*)) OVER () AS bigint) AS total
      FROM dashboard.activity
      WHERE tenant_id = :tenant AND status IN (:statuses)
      """;

  private static final String OF_ASSIGNEE = "AND assignee = :assignee\n";

  private static final String LARGEST_FIRST =
      """
      GROUP BY status, assignee
      ORDER BY activities DESC, status, assignee
      LIMIT :limit
      """;

  private final JdbcClient jdbc;

  CountsTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Keeps what of a version is news, in the caller's transaction. */
  public void keep(ActivityVersion version) {
    jdbc.sql(KEEP)
        .param("tenant", version.tenant())
        .param("activity", version.activity())
        .param("version", version.version())
        .param("reached", version.reached().label())
        .param("assignee", version.assignee())
        .update();
  }

  /** Counts a tenant's activities. */
  public Counts count(String tenant, Selection selection) {
    String filter = selection.assignee().isPresent() ? OF_ASSIGNEE : "";
    List<Row> rows =
        jdbc.sql(COUNT + filter + LARGEST_FIRST)
            .param("tenant", tenant)
            .param("statuses", selection.statuses())
            .param("assignee", selection.assignee().orElse(null))
            .param("limit", selection.limit())
            .query(
                (row, index) ->
                    new Row(
                        new Count(
                            row.getString("status"),
                            row.getString("assignee"),
                            row.getLong("activities")),
                        row.getLong("total")))
            .list();
    return new Counts(
        rows.isEmpty() ? 0 : rows.get(0).total(), rows.stream().map(Row::count).toList());
  }

  private record Row(Count count, long total) {}
}
