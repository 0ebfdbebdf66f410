package dev.waybill.relay.testbed;

import dev.waybill.relay.backfill.BackfillDesk;
import dev.waybill.relay.backfill.BackfillTerms;
import dev.waybill.relay.order.Mandate;
import dev.waybill.relay.order.OrderDesk;
import dev.waybill.relay.order.OrderState;
import dev.waybill.relay.order.OrderTable;
import dev.waybill.relay.order.RelayOrder;
import dev.waybill.relay.parking.DeadLetters;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Gives orders to the relay of a testbed as any of its processes would, without one. */
public final class Orders {

  public static final Mandate ANNA = new Mandate("anna", "operator", "api", "a test wants it");

  private final RelayTestbed testbed;
  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;

  public Orders(RelayTestbed testbed) {
    this.testbed = testbed;
    DataSource source = testbed.source("waybill_relay");
    this.jdbc = JdbcClient.create(source);
    this.transactions = new TransactionTemplate(new DataSourceTransactionManager(source));
  }

  public OrderDesk desk() {
    return new OrderDesk(jdbc, transactions, testbed.name());
  }

  public BackfillDesk backfills() {
    return new BackfillDesk(jdbc, transactions, testbed.name());
  }

  public DeadLetters deadLetters() {
    return new DeadLetters(jdbc, transactions, testbed.name());
  }

  /** Orders a backfill of everything. */
  public long backfill(String handler, int rate) {
    BackfillTerms terms = new BackfillTerms(handler, List.of(), null, null, rate);
    return backfills().order(backfills().plan(terms), ANNA);
  }

  public RelayOrder order(long id) {
    return new OrderTable(jdbc).find(testbed.name(), id).orElseThrow();
  }

  /** Returns the order, once it is in the state. */
  public RelayOrder await(long id, OrderState state) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> order(id), order -> order.state() == state);
  }

  /** How many messages a backfill has sent. */
  public long sent(long id) {
    return jdbc.sql("SELECT sent FROM outbox.relay_backfill WHERE order_id = :id")
        .param("id", id)
        .query(Long.class)
        .single();
  }

  /** Actions of the audit, the oldest first: actor, action, outcome. */
  public List<String> audit() {
    return jdbc.sql(
            """
            SELECT source || ' ' || action || ': ' || outcome FROM outbox.relay_action
            ORDER BY action_id
            """)
        .query(String.class)
        .list();
  }
}
