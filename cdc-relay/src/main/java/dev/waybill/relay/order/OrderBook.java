package dev.waybill.relay.order;

import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseTable;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The orders as the process sees them that holds the lease: every move is one transaction with its
 * audit, guarded by the lease and by the state that was before.
 */
public final class OrderBook {

  private final OrderTable orders;
  private final Audit audit;
  private final LeaseTable leases;
  private final TransactionOperations transactions;

  public OrderBook(
      OrderTable orders, Audit audit, LeaseTable leases, TransactionOperations transactions) {
    this.orders = orders;
    this.audit = audit;
    this.leases = leases;
    this.transactions = transactions;
  }

  /** The orders that have not ended, the oldest first. */
  public List<RelayOrder> open(String relay) {
    return orders.open(relay);
  }

  /** Handlers with a backfill that has not ended. */
  public Set<String> backfilled(String relay) {
    return open(relay).stream()
        .filter(order -> order.kind() == OrderKind.BACKFILL)
        .map(order -> Objects.requireNonNull(order.handler()))
        .collect(Collectors.toSet());
  }

  /** As {@link #move(FencingToken, RelayOrder, OrderState, String, Runnable)}, and no more. */
  public boolean move(
      FencingToken token, RelayOrder order, OrderState next, @Nullable String outcome) {
    return move(token, order, next, outcome, () -> {});
  }

  /**
   * Moves an order on.
   *
   * @param outcome for people; null leaves what is there
   * @param also is done in the same transaction
   * @return false when somebody moved it elsewhere meanwhile; nothing was done then
   * @throws dev.waybill.relay.lease.LeaseLostException when the token is stale
   */
  public boolean move(
      FencingToken token,
      RelayOrder order,
      OrderState next,
      @Nullable String outcome,
      Runnable also) {
    return Objects.requireNonNull(
        transactions.execute(
            status -> {
              leases.guard(token);
              if (!orders.move(order.id(), next, outcome)) {
                return false;
              }
              also.run();
              audit.record(
                  token.relay(),
                  Mandate.ofRelay(token.owner(), order.given().reason()),
                  order.kind().wireName(),
                  order.id(),
                  null,
                  outcome == null ? next.wireName() : next.wireName() + ": " + outcome);
              return true;
            }));
  }

  /** Does something about an order that is being carried out, under the lease. */
  public void under(FencingToken token, Runnable work) {
    transactions.executeWithoutResult(
        status -> {
          leases.guard(token);
          work.run();
        });
  }

  /** Tells people how far an order has come. */
  public void note(FencingToken token, RelayOrder order, String outcome) {
    under(token, () -> orders.note(order.id(), outcome));
  }
}
