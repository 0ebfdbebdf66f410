package dev.waybill.relay.dispatch;

import dev.waybill.relay.backfill.BackfillPlanner;
import dev.waybill.relay.install.DatabaseCheck;
import dev.waybill.relay.install.Installation;
import dev.waybill.relay.install.RelaySchema;
import dev.waybill.relay.install.Upkeep;
import dev.waybill.relay.lane.Suspects;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledgerstore.LaneTable;
import dev.waybill.relay.ledgerstore.LedgerTable;
import dev.waybill.relay.ledgerstore.LedgerTopic;
import dev.waybill.relay.ledgerstore.ParkedTable;
import dev.waybill.relay.order.OrderBook;
import dev.waybill.relay.outbox.OutboxTable;
import dev.waybill.relay.outbox.RevisionTable;
import dev.waybill.relay.parking.ParkedQueue;
import dev.waybill.relay.publish.KafkaConnection;
import dev.waybill.relay.publish.Topics;
import dev.waybill.relay.publish.Transactions;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.status.Progress;
import dev.waybill.relay.status.StatusBoard;
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
      JdbcClient jdbc,
      Preconditions preconditions,
      LeaseTable leases,
      LedgerTable ledger,
      ParkedQueue parked,
      Orders orders) {

    Dispatcher.Stores stores() {
      return new Dispatcher.Stores(
          ledger,
          new OutboxTable(jdbc),
          new RevisionTable(jdbc),
          new LaneTable(jdbc),
          new ParkedTable(jdbc));
    }
  }

  /** What operators ordered, and what is known for backfills. */
  public record Orders(OrderBook book, BackfillPlanner planner) {}

  /** What must hold before the engine starts. */
  public record Preconditions(
      DatabaseCheck check, RelaySchema schema, Installation installation, Upkeep upkeep) {}

  /**
   * The parts in Kafka.
   *
   * @param suspects topics that refused records, remembered over sessions
   */
  public record KafkaParts(
      KafkaConnection connection,
      Topics topics,
      LedgerTopic ledgerTopic,
      Transactions transactions,
      Suspects suspects) {}

  /** Where people see what the relay does. */
  public record Boards(
      StatusBoard status, LaneBoard lanes, Progress progress, BatchObserver batches) {}
}
