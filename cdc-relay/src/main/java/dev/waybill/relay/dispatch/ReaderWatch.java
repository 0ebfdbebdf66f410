package dev.waybill.relay.dispatch;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Tells whether the server works for the reader of a slot, also when it has nothing to hand over
 * for long: it reads through WAL of other tables, or collects a large transaction.
 *
 * <p>Asks only what every role may see of its own processes. The positions of {@code
 * pg_stat_replication} are hidden from a role without {@code pg_read_all_stats}, its own reader's
 * included; and heartbeats move them also when nothing of it reaches the reader.
 *
 * @see <a href="https://www.postgresql.org/docs/18/monitoring-stats.html#WAIT-EVENT-TABLE">Wait
 *     events: none while it computes, Client or Activity while it waits for somebody</a>
 */
record ReaderWatch(JdbcClient jdbc, String slot) {

  /** Whether the process that reads the slot computes or reads now. False also when none does. */
  boolean atWork() {
    return jdbc.sql(
            """
            SELECT coalesce(a.wait_event_type IN ('IO', 'LWLock'), true)
            FROM pg_replication_slots s
            JOIN pg_stat_activity a ON a.pid = s.active_pid
            WHERE s.slot_name = :slot
            """)
        .param("slot", slot)
        .query(Boolean.class)
        .optional()
        .orElse(false);
  }
}
