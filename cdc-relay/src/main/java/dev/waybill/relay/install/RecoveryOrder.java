package dev.waybill.relay.install;

import dev.waybill.relay.order.Audit;
import dev.waybill.relay.order.Mandate;
import dev.waybill.relay.order.OrderConflictException;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * An operator's word that a relay whose slot is lost goes on from the table. It only writes the
 * marker; the relay that waits makes its slot, and drops one that the server gave up, when it reads
 * it. Used in any process of the relay. Thread-safe.
 */
public final class RecoveryOrder {

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final String relay;
  private final Audit audit;

  public RecoveryOrder(JdbcClient jdbc, TransactionOperations transactions, String relay) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.relay = relay;
    this.audit = new Audit(jdbc);
  }

  /**
   * Returns when recovery may be ordered.
   *
   * @return false when it was asked for already, or is under way
   * @throws OrderConflictException when the relay streams well, or was never installed here
   */
  public boolean needed() {
    State state =
        jdbc.sql(
                """
                SELECT i.caught_up_at IS NOT NULL AS caught_up,
                       EXISTS (
                         SELECT FROM outbox.relay_lease l
                         WHERE l.relay = i.relay AND l.lease_owner IS NOT NULL
                           AND l.lease_expires_at > clock_timestamp()
                           AND l.processing_started_at IS NOT NULL)
                       AND EXISTS (
                         SELECT FROM pg_replication_slots s
                         WHERE s.slot_name = i.slot AND s.active AND s.wal_status <> 'lost'
                           AND s.invalidation_reason IS NULL) AS well
                FROM outbox.relay_installation i
                WHERE i.relay = :relay
                FOR UPDATE OF i
                """)
            .param("relay", relay)
            .query((row, index) -> new State(row.getBoolean("caught_up"), row.getBoolean("well")))
            .optional()
            .orElseThrow(
                () ->
                    new OrderConflictException(
                        "relay " + relay + " was never installed here",
                        "a first start needs no recovery"));
    if (state.caughtUp() && state.well()) {
      throw new OrderConflictException(
          "relay " + relay + " streams well: its slot is active",
          "a row that the stream does not bring it finds by itself");
    }
    return state.caughtUp();
  }

  /** Gives the word, if it was not given before. Throws as {@link #needed}. */
  public boolean give(Mandate mandate) {
    return Objects.requireNonNull(
        transactions.execute(
            status -> {
              boolean needed = needed();
              if (needed) {
                jdbc.sql(
                        """
                        UPDATE outbox.relay_installation SET caught_up_at = NULL
                        WHERE relay = :relay
                        """)
                    .param("relay", relay)
                    .update();
              }
              audit.record(
                  relay,
                  mandate,
                  "recover",
                  null,
                  null,
                  needed ? "requested" : "asked for already");
              return needed;
            }));
  }

  private record State(boolean caughtUp, boolean well) {}
}
