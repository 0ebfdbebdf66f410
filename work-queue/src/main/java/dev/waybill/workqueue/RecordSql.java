package dev.waybill.workqueue;

import dev.waybill.workqueue.shape.WorkTable;

/**
 * The statements under a claim. Each changes one row, and only while the row is in processing under
 * the claim's owner and fencing value; what was finished or claimed again stays as it is.
 */
final class RecordSql {

  private static final String OURS =
      """
      WHERE ({key}) IN (:queue_keys)
        AND work.state = {processing}
        AND work.lease_owner = :queue_owner
        AND work.fencing_value = :queue_fencing
      """;

  /** A lease that is over does not come back: its group may have gone on. */
  private static final String STILL_HELD =
      """
        AND work.lease_expires_at > clock_timestamp()
      """;

  private static final String RETURNING = "RETURNING work.state, work.next_attempt_at";

  private static final String RENEW =
      """
      UPDATE {table} AS work
      SET lease_expires_at = clock_timestamp() + make_interval(secs => :queue_seconds)
      """;

  private static final String START =
      """
      UPDATE {table} AS work
      SET processing_started_at = clock_timestamp()
      """;

  private static final String RELEASE =
      """
      UPDATE {table} AS work
      SET state = CASE WHEN work.attempt > 1 THEN {retry} ELSE {pending} END,
          attempt = work.attempt - 1,
          lease_owner = NULL,
          lease_expires_at = NULL
      """;

  private static final String POSTPONE =
      RELEASE.stripTrailing()
          + """
          ,
                next_attempt_at = clock_timestamp() + make_interval(secs => :queue_seconds)
          """;

  private static final String RETRY =
      """
      UPDATE {table} AS work
      SET state = {retry},
          next_attempt_at = clock_timestamp() + make_interval(secs => :queue_seconds),
          last_error = :queue_error,
          lease_owner = NULL,
          lease_expires_at = NULL
      """;

  private static final String FINISH =
      """
      UPDATE {table} AS work
      SET state = :queue_state,
          last_error = coalesce(:queue_error, work.last_error),
          lease_owner = NULL,
          lease_expires_at = NULL
      """;

  private static final String RECOVER =
      """
      UPDATE {table} AS work
      SET state = {retry},
          attempt = work.attempt - CASE WHEN work.processing_started_at IS NULL THEN 1 ELSE 0 END,
          lease_owner = NULL,
          lease_expires_at = NULL
      WHERE ({key}) IN (
        -- SKIP LOCKED: it is being claimed or recorded at this moment, so it is not stranded.
        SELECT {key} FROM {table} AS work
        WHERE work.state = {processing}
          AND work.lease_expires_at <= clock_timestamp()
          AND {condition}
        ORDER BY work.lease_expires_at
        LIMIT :queue_limit
        FOR UPDATE SKIP LOCKED)
      """;

  private static final String COUNT =
      """
      WITH moment AS MATERIALIZED (SELECT clock_timestamp() AS now)
      SELECT
        count(*) FILTER (WHERE work.state IN ({unclaimed})) AS pending,
        count(*) FILTER (WHERE work.state IN ({waiting})) AS waiting,
        count(*) FILTER (
          WHERE work.state IN ({unclaimed}) AND work.next_attempt_at <= moment.now) AS due,
        count(*) FILTER (
          WHERE work.state = {processing} AND work.lease_expires_at > moment.now) AS processing,
        count(*) FILTER (
          WHERE work.state = {processing} AND work.lease_expires_at <= moment.now) AS expired,
        coalesce(extract(epoch FROM max(moment.now - work.next_attempt_at) FILTER (
          WHERE work.state IN ({unclaimed}) AND work.next_attempt_at <= moment.now)), 0)
          AS oldest_due_seconds
      FROM moment CROSS JOIN {table} AS work
      WHERE work.state IN ({living}) AND {condition}
      """;

  private final TableSql sql;

  RecordSql(WorkTable table) {
    this.sql = new TableSql(table);
  }

  String renew() {
    return sql.fill(RENEW + OURS + STILL_HELD + RETURNING);
  }

  String start() {
    return sql.fill(START + OURS + STILL_HELD + RETURNING);
  }

  String release() {
    return sql.fill(RELEASE + OURS + RETURNING);
  }

  String postpone() {
    return sql.fill(POSTPONE + OURS + RETURNING);
  }

  String retry() {
    return sql.fill(RETRY + OURS + RETURNING);
  }

  String finish() {
    return sql.fill(FINISH + OURS + RETURNING);
  }

  String recover() {
    return sql.fill(RECOVER);
  }

  String count() {
    return sql.fill(COUNT);
  }
}
