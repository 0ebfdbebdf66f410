package dev.waybill.relay.http;

import dev.waybill.relay.backfill.BackfillDesk;
import dev.waybill.relay.backfill.BackfillTable;
import dev.waybill.relay.health.OverviewQueries;
import dev.waybill.relay.install.RecoveryOrder;
import dev.waybill.relay.order.Audit;
import dev.waybill.relay.order.OrderDesk;
import dev.waybill.relay.order.OrderTable;
import dev.waybill.relay.outbox.RecordTable;
import dev.waybill.relay.parking.DeadLetters;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Where orders are taken and looked up. Thread-safe. */
record Desks(
    String relay,
    OrderDesk orders,
    BackfillDesk backfills,
    DeadLetters deadLetters,
    RecoveryOrder recovery,
    Books books) {

  static Desks of(JdbcClient jdbc, TransactionOperations transactions, String relay, String slot) {
    return new Desks(
        relay,
        new OrderDesk(jdbc, transactions, relay),
        new BackfillDesk(jdbc, transactions, relay),
        new DeadLetters(jdbc, transactions, relay),
        new RecoveryOrder(jdbc, transactions, relay),
        new Books(
            new OrderTable(jdbc),
            new BackfillTable(jdbc),
            new Audit(jdbc),
            new RecordTable(jdbc),
            new OverviewQueries(jdbc, relay, slot)));
  }

  /** What is only read here. */
  record Books(
      OrderTable orders,
      BackfillTable backfills,
      Audit audit,
      RecordTable records,
      OverviewQueries overview) {}
}
