package dev.waybill.workqueue.shape;

/**
 * A caller's table of work. Besides the caller's own columns it has these, with exactly these
 * names:
 *
 * <pre>{@code
 * state                 text        NOT NULL   -- the names are the caller's
 * attempt               integer     NOT NULL   -- 0; counts claims, without the released and those lost before their start
 * next_attempt_at       timestamptz NOT NULL   -- not claimed before
 * fencing_value         bigint      NOT NULL   -- 0; grows with every claim, is never set back
 * lease_owner           text                   -- NULL unless claimed
 * lease_expires_at      timestamptz            -- NULL unless claimed
 * claimed_at            timestamptz            -- of the last claim
 * processing_started_at timestamptz            -- NULL until the claim's work began
 * last_error            text                   -- at most 2000 characters
 * }</pre>
 *
 * <p>Arrival numbers of a group are drawn in the order in which its rows commit, as under a lock of
 * the group. A row that is opened again (a replay sets an ended one to pending, and its attempts to
 * 0) keeps its arrival number, and is then again ahead of the later ones that are not claimed yet.
 *
 * <p>The queue is only as fast as these indexes make it; each belongs to a query of its own. Where
 * a condition compares a column with a constant or parameter, that column goes in front. With them
 * a claim costs an index descent or two for each row of its limit, for each tenant with open rows
 * and for each group with waiting rows, some 20 microseconds each, and nothing for other rows: who
 * lets many groups wait bounds their number.
 *
 * <pre>{@code
 * -- the next due row of each tenant; "open" is pending, retry and processing
 * (tenant, next_attempt_at, arrival)  WHERE state IN (open)
 * -- with groups: is an earlier row unfinished? "unfinished" adds waiting and the held ends
 * (group…, arrival)                   WHERE state IN (unfinished)
 * -- with groups: is another row of the group being worked on?
 * (group…)                            WHERE state = 'processing'
 * -- with waiting: the first waiting row of each group
 * (group…, arrival)                   WHERE state = 'waiting'
 * }</pre>
 *
 * @param condition narrows what is claimed and counted: SQL over the caller's columns, written
 *     {@code work.column}, with named parameters that come with each request. It is constant text
 *     of the program, never made from input. Whether an earlier row of the group is unfinished is
 *     asked without it.
 */
public record WorkTable(TableName name, WorkColumns columns, WorkStates states, String condition) {

  public WorkTable {
    if (states.finished().isEmpty() && states.held().isEmpty()) {
      throw new IllegalArgumentException(name + ": no state that work ends in");
    }
    if (states.waitingState().isPresent() && !columns.grouped()) {
      throw new IllegalArgumentException(name + ": without groups no row waits for another");
    }
    if (condition.isBlank()) {
      throw new IllegalArgumentException(name + ": the condition is blank");
    }
  }

  /** A table whose rows may all be claimed. */
  public static WorkTable of(TableName name, WorkColumns columns, WorkStates states) {
    return new WorkTable(name, columns, states, "true");
  }

  /** The same table, of which only rows that meet the condition are claimed and counted. */
  public WorkTable where(String sql) {
    return new WorkTable(name, columns, states, sql);
  }
}
