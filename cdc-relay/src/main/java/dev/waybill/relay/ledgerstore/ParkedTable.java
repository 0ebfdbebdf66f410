package dev.waybill.relay.ledgerstore;

import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.BatchRecord.ParkedMessage;
import dev.waybill.relay.ledger.BatchRecord.UnparkedMessage;
import dev.waybill.relay.ledger.Hold;
import dev.waybill.relay.ledger.ParkCause;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.outbox.OutboxTable;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Owns the entries of {@code outbox.parked_delivery}: what was parked and what of it was published
 * since, both as the ledger says. Writes belong into a transaction that holds the lease.
 */
public final class ParkedTable {

  private final JdbcClient jdbc;

  public ParkedTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Adds what a batch parked. Doing it again changes nothing. */
  void park(BatchRecord record) {
    for (ParkedMessage parked : record.parked()) {
      jdbc.sql(
              """
              INSERT INTO outbox.parked_delivery (
                relay, handler, message_id, seq, batch, hold_key, tenant_id, state,
                next_attempt_at, error_code, last_error)
              VALUES (
                :relay, :handler, :id, :seq, :batch, :hold, :tenant, :state,
                clock_timestamp(), :code, :reason)
              ON CONFLICT (relay, handler, message_id) DO NOTHING
              """)
          .param("relay", record.key().relay())
          .param("handler", parked.handler())
          .param("id", parked.message().id().value())
          .param("seq", parked.message().seq())
          .param("batch", record.key().batch())
          .param("hold", parked.hold())
          .param("tenant", parked.tenant())
          .param("state", state(parked.cause()))
          .param("code", parked.cause().code().wireName())
          .param("reason", parked.cause().text())
          .update();
    }
  }

  private static String state(ParkCause cause) {
    if (cause.permanent()) {
      return "dead-letter";
    }
    return cause.code() == ParkCause.Code.BEHIND ? "waiting" : "pending";
  }

  /** Completes what a batch published of it. */
  void unpark(BatchRecord record) {
    for (UnparkedMessage unparked : record.unparked()) {
      jdbc.sql(
              """
              UPDATE outbox.parked_delivery
              SET state = 'dispatched', completed_at = clock_timestamp(), last_error = NULL,
                  lease_owner = NULL, lease_expires_at = NULL
              WHERE relay = :relay AND handler = :handler AND message_id = :id
                AND state <> 'dispatched'
              """)
          .param("relay", record.key().relay())
          .param("handler", unparked.handler())
          .param("id", unparked.message().id().value())
          .update();
    }
  }

  /** What later messages wait behind: one for each handler and key with an unfinished message. */
  public List<Hold> holds(String relay) {
    return jdbc.sql(
            """
            SELECT DISTINCT handler, hold_key
            FROM outbox.parked_delivery
            WHERE relay = :relay AND handler <> '*'
              AND state IN ('pending', 'waiting', 'processing', 'dead-letter')
            """)
        .param("relay", relay)
        .query((row, index) -> new Hold(row.getString("handler"), row.getString("hold_key")))
        .list();
  }

  /** Whether an unfinished message of a handler's key remains. */
  public boolean held(String relay, Hold hold) {
    return jdbc.sql(
            """
            SELECT EXISTS (
              SELECT FROM outbox.parked_delivery
              WHERE relay = :relay AND handler = :handler AND hold_key = :key
                AND state IN ('pending', 'waiting', 'processing', 'dead-letter'))
            """)
        .param("relay", relay)
        .param("handler", hold.handler())
        .param("key", hold.key())
        .query(Boolean.class)
        .single();
  }

  /** The copy of a parked message whose day was dropped, if there is one. */
  public Optional<OutboxMessage> copy(String relay, String handler, UUID id) {
    return jdbc.sql(
            """
            SELECT seq, message_id, envelope, payload::text AS payload, staged_at
            FROM outbox.parked_delivery
            WHERE relay = :relay AND handler = :handler AND message_id = :id
              AND payload IS NOT NULL
            """)
        .param("relay", relay)
        .param("handler", handler)
        .param("id", id)
        .query((row, index) -> OutboxTable.message(row))
        .optional();
  }
}
