package dev.waybill.relay.dispatch;

import dev.waybill.relay.install.DatabaseCheck;
import dev.waybill.relay.install.Installation;
import dev.waybill.relay.install.RelaySchema;
import dev.waybill.relay.install.Upkeep;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledgerstore.LedgerTable;
import dev.waybill.relay.ledgerstore.LedgerTopic;
import dev.waybill.relay.outbox.OutboxTable;
import dev.waybill.relay.outbox.RevisionTable;
import dev.waybill.relay.publish.KafkaConnection;
import dev.waybill.relay.publish.Topics;
import dev.waybill.relay.settings.RelayProperties;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Everything that every session uses.
 *
 * @param database what a session asks of PostgreSQL
 * @param kafka what a session asks of Kafka
 */
public record RelayParts(RelayProperties settings, DatabaseParts database, KafkaParts kafka) {

  /** The parts in PostgreSQL. */
  public record DatabaseParts(
      JdbcClient jdbc, Preconditions preconditions, LeaseTable leases, LedgerTable ledger) {

    Dispatcher.Stores stores() {
      return new Dispatcher.Stores(ledger, new OutboxTable(jdbc), new RevisionTable(jdbc));
    }
  }

  /** What must hold before the engine starts. */
  public record Preconditions(
      DatabaseCheck check, RelaySchema schema, Installation installation, Upkeep upkeep) {}

  /** The parts in Kafka. */
  public record KafkaParts(KafkaConnection connection, Topics topics, LedgerTopic ledgerTopic) {}
}
