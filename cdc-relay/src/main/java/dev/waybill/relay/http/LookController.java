package dev.waybill.relay.http;

import dev.waybill.access.Caller;
import dev.waybill.relay.backfill.BackfillRow;
import dev.waybill.relay.http.Views.ActionList;
import dev.waybill.relay.http.Views.ActionView;
import dev.waybill.relay.http.Views.OrderList;
import dev.waybill.relay.http.Views.OrderView;
import dev.waybill.relay.http.Views.Status;
import dev.waybill.relay.order.InvalidOrderException;
import dev.waybill.relay.order.OrderKind;
import dev.waybill.relay.order.RelayOrder;
import dev.waybill.relay.status.StatusBoard;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * What viewers see of the relay: counts, states and names, no messages. All of it is of every
 * tenant's messages together, so it is for viewers whose tenant operates the relay.
 */
@RestController
@RequestMapping("/relay")
class LookController {

  private static final int MOST = 200;

  private final Desks desks;
  private final Permission permission;
  private final StatusBoard board;

  LookController(Desks desks, Permission permission, StatusBoard board) {
    this.desks = desks;
    this.permission = permission;
    this.board = board;
  }

  @GetMapping("/status")
  Status status(Caller caller) {
    permission.seesAll(caller);
    List<OrderView> open = views(desks.books().orders().open(desks.relay()));
    return new Status(
        desks.relay(),
        board.status().describe(),
        open.stream()
            .filter(order -> order.kind().equals(OrderKind.PAUSE.wireName()))
            .findFirst()
            .orElse(null),
        open,
        desks.books().overview().read());
  }

  @GetMapping("/orders")
  OrderList orders(@RequestParam(defaultValue = "20") int limit, Caller caller) {
    permission.seesAll(caller);
    return new OrderList(views(desks.books().orders().newest(desks.relay(), checked(limit))));
  }

  @GetMapping("/orders/{id}")
  OrderView order(@PathVariable long id, Caller caller) {
    permission.seesAll(caller);
    return desks
        .books()
        .orders()
        .find(desks.relay(), id)
        .map(order -> OrderView.of(order, progress(desks, order)))
        .orElseThrow(() -> new UnknownOrderException(id));
  }

  @GetMapping("/actions")
  ActionList actions(@RequestParam(defaultValue = "20") int limit, Caller caller) {
    permission.seesAll(caller);
    return new ActionList(
        desks.books().audit().newest(desks.relay(), checked(limit)).stream()
            .map(ActionView::of)
            .toList());
  }

  private List<OrderView> views(List<RelayOrder> orders) {
    return orders.stream().map(order -> OrderView.of(order, progress(desks, order))).toList();
  }

  static @Nullable BackfillRow progress(Desks desks, RelayOrder order) {
    return order.kind() == OrderKind.BACKFILL ? desks.books().backfills().row(order.id()) : null;
  }

  static int checked(int limit) {
    if (limit < 1 || limit > MOST) {
      throw new InvalidOrderException(
          "limit", "limit is " + limit, "give a number between 1 and " + MOST);
    }
    return limit;
  }
}
