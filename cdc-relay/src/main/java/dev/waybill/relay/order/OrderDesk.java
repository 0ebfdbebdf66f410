package dev.waybill.relay.order;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Takes orders in any process of the relay, also in a standby: each in one transaction with its
 * audit. Whoever holds the lease carries them out. Thread-safe.
 */
public final class OrderDesk {

  private final TransactionOperations transactions;
  private final String relay;
  private final OrderTable orders;
  private final Audit audit;

  public OrderDesk(JdbcClient jdbc, TransactionOperations transactions, String relay) {
    this.transactions = transactions;
    this.relay = relay;
    this.orders = new OrderTable(jdbc);
    this.audit = new Audit(jdbc);
  }

  /**
   * Orders the relay to publish nothing from the next batch on, until it is resumed.
   *
   * @throws OrderConflictException when it is paused already
   */
  public RelayOrder pause(Mandate mandate) {
    return inTransaction(
        () -> {
          RelayOrder pause =
              add(OrderKind.PAUSE, mandate, "the relay is paused already", "resume it");
          orders.note(pause.id(), "the server keeps all WAL until the relay is resumed");
          return again(pause);
        });
  }

  /**
   * Ends the pause.
   *
   * @throws OrderConflictException when there is none
   */
  public RelayOrder resume(Mandate mandate) {
    return inTransaction(
        () -> {
          RelayOrder pause =
              ofKind(OrderKind.PAUSE)
                  .orElseThrow(
                      () ->
                          new OrderConflictException(
                              "the relay is not paused", "there is nothing to resume"));
          move(pause, OrderState.DONE, "resumed by " + mandate.actor());
          audit.record(relay, mandate, "resume", pause.id(), null, "done");
          return again(pause);
        });
  }

  /**
   * Orders that everything is dispatched that was committed before, and all due parked work.
   *
   * @throws OrderConflictException when a drain is open, or the relay is paused
   */
  public RelayOrder drain(Mandate mandate) {
    if (ofKind(OrderKind.PAUSE).isPresent()) {
      throw new OrderConflictException("the relay is paused", "resume it first");
    }
    return add(OrderKind.DRAIN, mandate, "a drain is open", "wait for its end, or cancel it");
  }

  /**
   * Ends a drain or a backfill. What was sent stays sent.
   *
   * @return the order, empty when there is none of the number
   * @throws OrderConflictException when it has ended, or is a pause
   */
  public Optional<RelayOrder> cancel(long id, Mandate mandate) {
    return inTransaction(
        () ->
            orders
                .find(relay, id)
                .map(
                    order -> {
                      if (order.kind() == OrderKind.PAUSE) {
                        throw new OrderConflictException(
                            "order " + id + " is a pause", "resume the relay in its place");
                      }
                      move(order, OrderState.CANCELLING, null);
                      audit.record(relay, mandate, "cancel", id, null, "requested");
                      return again(order);
                    }));
  }

  private RelayOrder add(OrderKind kind, Mandate mandate, String problem, String remedy) {
    return inTransaction(
        () -> {
          long id =
              orders
                  .add(relay, kind, null, mandate)
                  .orElseThrow(() -> new OrderConflictException(problem, remedy));
          audit.record(relay, mandate, kind.wireName(), id, null, "requested");
          return orders.find(relay, id).orElseThrow();
        });
  }

  private void move(RelayOrder order, OrderState next, @Nullable String outcome) {
    if (!orders.move(order.id(), next, outcome)) {
      throw new OrderConflictException(
          "order " + order.id() + " is " + again(order).state().wireName() + " already",
          "there is nothing to end");
    }
  }

  private Optional<RelayOrder> ofKind(OrderKind kind) {
    return orders.open(relay).stream().filter(order -> order.kind() == kind).findFirst();
  }

  private RelayOrder again(RelayOrder order) {
    return orders.find(relay, order.id()).orElseThrow();
  }

  private <T> T inTransaction(Supplier<T> work) {
    return Objects.requireNonNull(transactions.execute(status -> work.get()));
  }
}
