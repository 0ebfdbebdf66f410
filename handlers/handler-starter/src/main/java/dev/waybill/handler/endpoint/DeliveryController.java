package dev.waybill.handler.endpoint;

import dev.waybill.access.Caller;
import dev.waybill.access.Role;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.desk.DeliveryDesk;
import dev.waybill.handler.desk.DeliveryDesk.Item;
import dev.waybill.handler.desk.DeliveryDesk.Selected;
import dev.waybill.handler.desk.InvalidRequestException;
import dev.waybill.handler.desk.Mandate;
import dev.waybill.handler.endpoint.Permission.Attempt;
import dev.waybill.handler.endpoint.Requests.OfMessage;
import dev.waybill.handler.endpoint.Views.DeliveryList;
import dev.waybill.handler.endpoint.Views.MessageView;
import dev.waybill.handler.endpoint.Views.Retried;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * What has become of messages in this service: those of the caller's tenant, or anybody's for who
 * runs it.
 */
@RestController
@RequestMapping("/waybill/deliveries")
class DeliveryController {

  private final Desks desks;
  private final Permission permission;

  DeliveryController(Desks desks, Permission permission) {
    this.desks = desks;
    this.permission = permission;
  }

  /** What is not finished, and dead letters; one that is finished is looked up. */
  @GetMapping
  ResponseEntity<byte[]> list(@RequestParam MultiValueMap<String, String> query, Caller caller) {
    caller.require(Role.VIEWER);
    String tenant = permission.scope(caller);
    Queries.Page page = Queries.Page.of(query, desks.handlers(), tenant);
    return EndpointJson.answer(
        DeliveryList.of(
            desks.books().pages().list(page.filter(), page.before(), page.limit()), tenant));
  }

  @GetMapping("/{messageId}")
  ResponseEntity<byte[]> lookup(@PathVariable UUID messageId, Caller caller) {
    caller.require(Role.VIEWER);
    String tenant = permission.scope(caller);
    return EndpointJson.answer(
        MessageView.of(
            messageId, desks.deliveries().find(new Selected(messageId, null, tenant)), tenant));
  }

  @PostMapping("/{messageId}/retry")
  ResponseEntity<byte[]> retry(
      @PathVariable UUID messageId,
      @RequestBody(required = false) byte @Nullable [] body,
      Caller caller) {
    OfMessage order = EndpointJson.read(body, OfMessage.class);
    Mandate mandate = permission.forOwn(caller, attempt("retry", messageId, order));
    String handler = order.handler();
    Selected selected =
        new Selected(messageId, handler == null ? null : known(handler), permission.scope(caller));
    List<Item> items =
        order.acts()
            ? desks.deliveries().retry(selected, mandate)
            : desks.deliveries().planRetry(selected);
    if (!items.isEmpty()
        && items.stream().allMatch(item -> item.outcome().equals(DeliveryDesk.RECORD_GONE))) {
      throw new RecordGoneException(items.get(0));
    }
    return EndpointJson.answer(Retried.of(items, order.acts()));
  }

  @PostMapping("/{messageId}/resolve")
  ResponseEntity<byte[]> resolve(
      @PathVariable UUID messageId,
      @RequestBody(required = false) byte @Nullable [] body,
      Caller caller) {
    OfMessage order = EndpointJson.read(body, OfMessage.class);
    Mandate mandate = permission.forOwn(caller, attempt("resolve", messageId, order));
    String handler = order.handler();
    if (handler == null) {
      throw new InvalidRequestException(
          "handler", "handler is missing", "name the handler whose dead letter is resolved");
    }
    Selected selected = new Selected(messageId, known(handler), permission.scope(caller));
    Item item =
        order.acts()
            ? desks.deliveries().resolve(selected, mandate)
            : desks.deliveries().planResolve(selected);
    return EndpointJson.answer(Retried.of(List.of(item), order.acts()));
  }

  private HandlerId known(String handler) {
    return desks.handlers().require(handler).id();
  }

  private static Attempt attempt(String action, UUID messageId, OfMessage order) {
    return new Attempt(action, order.handler(), "message " + messageId, order.reason());
  }
}
