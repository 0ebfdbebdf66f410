package dev.waybill.relay.backfill;

import dev.waybill.relay.order.Audit;
import dev.waybill.relay.order.Mandate;
import dev.waybill.relay.order.OrderConflictException;
import dev.waybill.relay.order.OrderKind;
import dev.waybill.relay.order.OrderTable;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Takes orders to backfill, in any process of the relay. Thread-safe. */
public final class BackfillDesk {

  private final TransactionOperations transactions;
  private final String relay;
  private final BackfillPlanner planner;
  private final OrderTable orders;
  private final BackfillTable backfills;
  private final Audit audit;

  public BackfillDesk(JdbcClient jdbc, TransactionOperations transactions, String relay) {
    this.transactions = transactions;
    this.relay = relay;
    this.planner = new BackfillPlanner(jdbc, transactions, relay);
    this.orders = new OrderTable(jdbc);
    this.backfills = new BackfillTable(jdbc);
    this.audit = new Audit(jdbc);
  }

  /** What it would do. Throws as {@link BackfillPlanner#plan}. */
  public BackfillPlan plan(BackfillTerms terms) {
    return planner.plan(terms);
  }

  /**
   * Takes the order; whoever holds the lease carries it out.
   *
   * @return the order's number
   * @throws OrderConflictException when one for the handler is open
   */
  public long order(BackfillPlan plan, Mandate mandate) {
    return Objects.requireNonNull(
        transactions.execute(
            status -> {
              long id =
                  orders
                      .add(relay, OrderKind.BACKFILL, plan.handler(), mandate)
                      .orElseThrow(
                          () ->
                              new OrderConflictException(
                                  "a backfill of handler " + plan.handler() + " is open",
                                  "wait for its end, or cancel it"));
              backfills.add(id, plan);
              audit.record(
                  relay, mandate, OrderKind.BACKFILL.wireName(), id, selection(plan), "requested");
              return id;
            }));
  }

  private static String selection(BackfillPlan plan) {
    ObjectNode selection = JsonNodeFactory.instance.objectNode();
    selection.put("handler", plan.handler());
    plan.types().forEach(selection.putArray("types")::add);
    selection.put("from", plan.from().toString());
    selection.put("to", plan.to() == null ? null : plan.to().toString());
    selection.put("rate", plan.rate());
    Long messages = plan.messages();
    selection.put("messages", messages == null ? null : messages.toString());
    return selection.toString();
  }
}
