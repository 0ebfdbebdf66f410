package dev.waybill.workqueue;

import static dev.waybill.workqueue.TableSql.columns;

import dev.waybill.workqueue.shape.SqlName;
import dev.waybill.workqueue.shape.WorkColumns;
import dev.waybill.workqueue.shape.WorkTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The two statements of a claim. They run in one READ COMMITTED transaction, so each has a snapshot
 * of its own.
 *
 * <p><b>Propose</b> finds candidates, locks their rows and, with groups, takes a lock on each
 * group. It decides nothing, because its snapshot may be older than its locks: for a row that
 * changed in between, PostgreSQL looks at the newest version of that row, but not of the others
 * that the statement read, so "no earlier row of the group is unfinished" may be out of date. No
 * lock waits: a row or group that another transaction holds is passed over, and is there for the
 * next claim.
 *
 * <p><b>Take</b> decides. Its snapshot begins when all locks are held, and until the commit nobody
 * else can change the proposed rows or claim a row of their groups. It asks everything again: still
 * due, still unclaimed or expired, the earliest unfinished of its group, and no other one of the
 * group under a lease that holds. At the moment of its snapshot all of that is true. What may
 * happen between the snapshot and the commit does no harm:
 *
 * <ul>
 *   <li>An earlier row is finished: none is unfinished all the more.
 *   <li>A row with a later arrival number is inserted: it is not earlier.
 *   <li>An earlier row is opened again (a replay keeps its arrival number) or is inserted late:
 *       that is as if it had happened after the commit. The next claim of the group gets the
 *       group's lock only after the commit, sees this claim and leaves the group alone until it has
 *       ended. So also then no two rows of a group are worked on at a time.
 * </ul>
 *
 * <p>The price of a claim grows with its limit, with the number of tenants that have open rows and
 * with the number of groups that have waiting ones; not with the number of rows. The recursive
 * queries step from tenant to tenant and from group to group, one descent of an index each, where
 * DISTINCT or a window function would read every row.
 */
final class ClaimSql {

  /**
   * So many candidates for each row that is asked for, because other claimers may hold the first.
   * At least two: the turns of tenants are exact in the first half of the candidates.
   */
  static final int CANDIDATES_PER_ROW = 4;

  private static final String MOMENT =
      """
      WITH RECURSIVE moment AS MATERIALIZED (SELECT clock_timestamp() AS now),
      """;

  private static final String NO_TENANTS =
      """
      tenant AS (SELECT true AS id),
      """;

  private static final String TENANTS =
      """
      tenant AS (
        (SELECT {tenant} AS id FROM {table} AS work
         WHERE work.state IN ({open}) AND {condition}
         ORDER BY {tenant} LIMIT 1)
        UNION ALL
        SELECT next.id FROM tenant CROSS JOIN LATERAL (
          SELECT {tenant} AS id FROM {table} AS work
          WHERE work.state IN ({open}) AND {condition} AND {tenant} > tenant.id
          ORDER BY {tenant} LIMIT 1) AS next),
      """;

  /**
   * The first due row of each tenant, then the second of each, and so on. Tenants take their turns
   * in the order of their names, beginning behind the one that was served last: were the earliest
   * due row taken, a claim for fewer rows than there are tenants with a backlog would serve those
   * alone.
   */
  private static final String ROUNDS =
      """
      round AS (
        (SELECT first.* FROM tenant CROSS JOIN LATERAL (
           SELECT {row} FROM {table} AS work
           WHERE {tenant} = tenant.id AND {due}
             AND {condition} AND {earliest}
           ORDER BY work.next_attempt_at, {arrival} LIMIT 1) AS first
         ORDER BY {first_turn}, first.due, first.arrival LIMIT :queue_candidates)
        UNION ALL
        SELECT next.* FROM round CROSS JOIN LATERAL (
          SELECT {row} FROM {table} AS work
          WHERE {tenant} = round.tenant AND {due}
            AND (work.next_attempt_at, {arrival}) > (round.due, round.arrival)
            AND {condition} AND {earliest}
          ORDER BY work.next_attempt_at, {arrival} LIMIT 1) AS next),
      """;

  private static final String WAITING =
      """
      waiting AS (
        (SELECT {row}, {numbered_group} FROM {table} AS work
         WHERE work.state = {waiting} AND {condition}
         ORDER BY {group}, {arrival} LIMIT 1)
        UNION ALL
        SELECT {waiting_columns} FROM waiting CROSS JOIN LATERAL (
      {next_groups}
          ORDER BY level LIMIT 1) AS next),
      """;

  /**
   * The first waiting row of the next group that agrees with the one before in its first columns.
   * Asked for each number of them apart: a comparison of whole groups would begin at the first of
   * those that the condition allows and read every row from there.
   */
  private static final String NEXT_GROUP =
      """
          (SELECT {row}, {numbered_group}, {level} AS level FROM {table} AS work
           WHERE work.state = {waiting} AND {condition} AND {behind}
           ORDER BY {group}, {arrival} LIMIT 1)""";

  private static final String FIRST_WAITING =
      """
          UNION ALL
          SELECT {found} FROM waiting AS found
          WHERE found.due <= (SELECT now FROM moment) AND {waiting_earliest}
      """;

  private static final String LOCK =
      """
      candidate AS (
        SELECT found.*, row_number() OVER (
          PARTITION BY found.tenant ORDER BY found.due, found.arrival) AS turn
        FROM (
          (SELECT {found} FROM round AS found LIMIT :queue_candidates)
      {first_waiting}  ) AS found
        ORDER BY turn, {found_turn}, found.due, found.arrival LIMIT :queue_candidates),
      -- SKIP LOCKED: another claimer has the row, or somebody changes it; it is not to be waited for.
      locked AS MATERIALIZED (
        SELECT candidate.*, {group_lock} AS group_lock
        FROM candidate JOIN {table} AS work ON ({key}) = ({candidate_key})
        ORDER BY candidate.turn, {candidate_turn}, candidate.due, candidate.arrival
        LIMIT :queue_limit
        FOR UPDATE OF work SKIP LOCKED)
      SELECT {locked_key}, locked.tenant::text AS tenant,
        current_setting('transaction_isolation') AS isolation
      FROM locked
      WHERE locked.group_lock IS NULL OR pg_try_advisory_xact_lock(locked.group_lock)
      ORDER BY locked.turn, {locked_turn}, locked.due, locked.arrival
      """;

  /** Materialized: the rows are found by their key, whatever the statistics say of their states. */
  private static final String TAKE =
      """
      WITH proposed ({key_names}) AS (VALUES :queue_keys),
      found AS MATERIALIZED (
        SELECT work.* FROM proposed JOIN {table} AS work ON ({key}) = ({proposed_key}))
      UPDATE {table} AS claimed
      SET state = {processing},
          attempt = work.attempt + {next_attempt},
          fencing_value = work.fencing_value + 1,
          lease_owner = :queue_owner,
          lease_expires_at = clock_timestamp() + make_interval(secs => :queue_seconds),
          claimed_at = clock_timestamp(),
          processing_started_at = NULL
      FROM found AS work
      WHERE ({claimed_key}) = ({key})
        AND (work.state IN ({unclaimed})
          OR (work.state = {processing} AND work.lease_expires_at <= clock_timestamp()))
        AND work.next_attempt_at <= clock_timestamp()
        AND {condition}
        AND {earliest}
        AND {alone}
      RETURNING {numbered_key}, claimed.fencing_value, claimed.attempt, claimed.lease_expires_at
      """;

  /**
   * Due and unclaimed or expired. The moment is a subquery: a function of the clock fits no index.
   */
  private static final String DUE =
      """
      work.state IN ({open})
        AND (work.state <> {processing} OR work.lease_expires_at <= (SELECT now FROM moment))
        AND work.next_attempt_at <= (SELECT now FROM moment)""";

  /** A claim that expired before its work began has not used its attempt. */
  private static final String NEXT_ATTEMPT =
      """
      CASE
                WHEN work.state = {processing} AND work.processing_started_at IS NULL THEN 0
                ELSE 1
              END""";

  private static final String ALONE =
      """
      NOT EXISTS (
            SELECT FROM {table} AS other
            WHERE ({other_group}) = ({group}) AND other.state = {processing}
              AND other.lease_expires_at > clock_timestamp() AND ({other_key}) <> ({key}))""";

  private static final String GROUP_LOCK =
      "hashtextextended(concat_ws(chr(31), '{plain_table}', {group}), 0)";

  private final String propose;
  private final String take;

  ClaimSql(WorkTable table) {
    TableSql sql = new TableSql(table);
    Map<String, String> pieces = pieces(table, sql);
    this.propose = sql.fill(steps(table), pieces);
    this.take = sql.fill(TAKE, pieces);
  }

  /**
   * Locks up to {@code :queue_limit} rows; returns {@code key_1}, …, {@code tenant}, {@code
   * isolation}, in the order in which they are to be claimed. {@code :queue_after} is the tenant
   * that was served last, or null.
   */
  String propose() {
    return propose;
  }

  /** Claims those of {@code :queue_keys} that may be claimed. */
  String take() {
    return take;
  }

  private static String steps(WorkTable table) {
    boolean waits = table.states().waitingState().isPresent();
    return MOMENT
        + (table.columns().tenantColumn().isPresent() ? TENANTS : NO_TENANTS)
        + ROUNDS
        + (waits ? WAITING : "")
        + LOCK.replace("{first_waiting}", waits ? FIRST_WAITING : "");
  }

  private static Map<String, String> pieces(WorkTable table, TableSql sql) {
    WorkColumns columns = table.columns();
    String group = columns("work", columns.group());
    Map<String, String> names =
        Map.of(
            "group", group,
            "other_group", columns("other", columns.group()),
            "other_key", columns("other", columns.key()),
            "plain_table", table.name().toString());
    boolean grouped = columns.grouped();
    return Map.ofEntries(
        Map.entry("tenant", columns.tenantColumn().map(ClaimSql::ofWork).orElse("true")),
        Map.entry("row", row(columns)),
        Map.entry("due", sql.fill(DUE)),
        Map.entry("group", group),
        Map.entry("numbered_group", TableSql.numbered("group", columns.group())),
        Map.entry("next_groups", nextGroups(columns, sql)),
        Map.entry(
            "waiting_columns",
            "next.tenant, next.due, next.arrival, "
                + keyAliases("next", columns)
                + ", "
                + TableSql.aliases("next", "group", columns.group())),
        Map.entry("earliest", sql.earliestOfGroup(group, ofWork(columns.arrival()))),
        Map.entry(
            "waiting_earliest",
            sql.earliestOfGroup(
                TableSql.aliases("found", "group", columns.group()), "found.arrival")),
        Map.entry("next_attempt", sql.fill(NEXT_ATTEMPT)),
        Map.entry("alone", grouped ? sql.fill(ALONE, names) : "true"),
        Map.entry("group_lock", grouped ? sql.fill(GROUP_LOCK, names) : "NULL::bigint"),
        Map.entry(
            "found", "found.tenant, found.due, found.arrival, " + keyAliases("found", columns)),
        Map.entry("first_turn", tenantsTurn("first")),
        Map.entry("found_turn", tenantsTurn("found")),
        Map.entry("candidate_turn", tenantsTurn("candidate")),
        Map.entry("locked_turn", tenantsTurn("locked")),
        Map.entry("candidate_key", keyAliases("candidate", columns)),
        Map.entry("locked_key", keyAliases("locked", columns)),
        Map.entry("key_names", TableSql.names(columns.key())),
        Map.entry("proposed_key", columns("proposed", columns.key())),
        Map.entry("claimed_key", columns("claimed", columns.key())),
        Map.entry("numbered_key", TableSql.numbered("key", columns.key())));
  }

  /** From the groups that differ in the last column only to those that differ in the first. */
  private static String nextGroups(WorkColumns columns, TableSql sql) {
    List<SqlName> group = columns.group();
    return IntStream.range(0, group.size())
        .mapToObj(level -> nextGroup(columns, sql, level))
        .collect(Collectors.joining("\n          UNION ALL\n"));
  }

  private static String nextGroup(WorkColumns columns, TableSql sql, int level) {
    List<SqlName> group = columns.group();
    int differs = group.size() - 1 - level;
    String behind =
        IntStream.rangeClosed(0, differs)
            .mapToObj(
                i ->
                    "%s %s waiting.group_%d"
                        .formatted(ofWork(group.get(i)), i == differs ? ">" : "=", i + 1))
            .collect(Collectors.joining(" AND "));
    return sql.fill(
        NEXT_GROUP,
        Map.of(
            "row", row(columns),
            "numbered_group", TableSql.numbered("group", group),
            "level", Integer.toString(level),
            "behind", behind,
            "group", columns("work", group)));
  }

  /** Those behind the tenant that was served last, then the others. */
  private static String tenantsTurn(String alias) {
    return "%1$s.tenant::text <= :queue_after::text, %1$s.tenant::text".formatted(alias);
  }

  private static String row(WorkColumns columns) {
    return "%s AS tenant, work.next_attempt_at AS due, %s AS arrival, %s"
        .formatted(
            columns.tenantColumn().map(ClaimSql::ofWork).orElse("true"),
            ofWork(columns.arrival()),
            TableSql.numbered("key", columns.key()));
  }

  private static String keyAliases(String alias, WorkColumns columns) {
    return TableSql.aliases(alias, "key", columns.key());
  }

  private static String ofWork(SqlName column) {
    return "work." + column.quoted();
  }
}
