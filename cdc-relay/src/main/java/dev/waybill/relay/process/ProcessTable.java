package dev.waybill.relay.process;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Owns {@code outbox.relay_process}: one row for each process of a relay. Thread-safe. */
public final class ProcessTable {

  private final JdbcClient jdbc;

  public ProcessTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Notes that a process lives and how it is; forgets those that have not for a day. */
  void beat(String relay, ProcessName process, String status) {
    jdbc.sql(
            """
            WITH gone AS (
              DELETE FROM outbox.relay_process
              WHERE relay = :relay AND process <> :process
                AND beaten_at < clock_timestamp() - interval '1 day')
            INSERT INTO outbox.relay_process (relay, process, beaten_at, status)
            VALUES (:relay, :process, clock_timestamp(), :status)
            ON CONFLICT (relay, process) DO UPDATE
            SET beaten_at = excluded.beaten_at, status = excluded.status
            """)
        .param("relay", relay)
        .param("process", process.value())
        .param("status", status)
        .update();
  }
}
