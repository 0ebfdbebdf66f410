package dev.waybill.handler.endpoint;

import dev.waybill.access.Caller;
import dev.waybill.access.Role;
import dev.waybill.contract.message.MessageType;
import dev.waybill.handler.desk.InvalidRequestException;
import dev.waybill.handler.desk.Mandate;
import dev.waybill.handler.desk.ServiceHandlers;
import dev.waybill.handler.endpoint.Permission.Attempt;
import dev.waybill.handler.endpoint.Requests.OfScheduled;
import dev.waybill.handler.endpoint.Requests.Order;
import dev.waybill.handler.endpoint.Views.CarriedList;
import dev.waybill.handler.endpoint.Views.CarriedView;
import dev.waybill.handler.endpoint.Views.Done;
import dev.waybill.handler.endpoint.Views.HandlerList;
import dev.waybill.handler.endpoint.Views.HandlerView;
import dev.waybill.handler.endpoint.Views.Plan;
import dev.waybill.handler.endpoint.Views.ScheduledPlan;
import dev.waybill.handler.inbox.Inbox;
import dev.waybill.handler.inbox.OperatorChanges.Scheduled;
import dev.waybill.handler.registry.HandlerDefinition;
import java.time.Instant;
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

/** Where the service's handlers stand, and what concerns a whole handler. */
@RestController
@RequestMapping("/waybill")
class HandlerController {

  private static final String WHOLE = "handler";

  private final Desks desks;
  private final Permission permission;

  HandlerController(Desks desks, Permission permission) {
    this.desks = desks;
    this.permission = permission;
  }

  @GetMapping("/handlers")
  ResponseEntity<byte[]> list(Caller caller) {
    caller.require(Role.VIEWER);
    return EndpointJson.answer(
        new HandlerList(
            desks.handlers().all().stream().map(handler -> view(handler, caller)).toList()));
  }

  @GetMapping("/handlers/{handler}")
  ResponseEntity<byte[]> show(@PathVariable String handler, Caller caller) {
    caller.require(Role.VIEWER);
    return EndpointJson.answer(view(desks.handlers().require(handler), caller));
  }

  /** Whether a reader of a version is still needed here, for whichever tenant. */
  @GetMapping("/carried")
  ResponseEntity<byte[]> carried(@RequestParam MultiValueMap<String, String> query, Caller caller) {
    caller.require(Role.VIEWER);
    MessageType meant = Queries.carried(query);
    return EndpointJson.answer(
        new CarriedList(
            desks.handlers().all().stream()
                .map(
                    handler ->
                        CarriedView.of(
                            handler,
                            desks.books().standings().carried(handler.id(), meant),
                            permission.scope(caller) == null))
                .toList()));
  }

  /** Counts are those of the caller's tenant, or of all for who runs the handlers. */
  private HandlerView view(HandlerDefinition handler, Caller caller) {
    return HandlerView.of(
        handler, desks.books().standings().read(handler.id(), permission.scope(caller)));
  }

  /** Counts of the caller's tenant, or of all for who runs the handlers. */
  @GetMapping("/handlers/{handler}/minutes")
  ResponseEntity<byte[]> minutes(
      @PathVariable String handler,
      @RequestParam MultiValueMap<String, String> query,
      Caller caller) {
    caller.require(Role.VIEWER);
    HandlerDefinition meant = desks.handlers().require(handler);
    return EndpointJson.answer(
        MinuteList.of(
            meant.id(),
            desks
                .books()
                .minutes()
                .count(meant.id(), Queries.Minutes.of(query), permission.scope(caller))));
  }

  /** The audit names messages, so it is for those who may see everybody's. */
  @GetMapping("/actions")
  ResponseEntity<byte[]> actions(@RequestParam MultiValueMap<String, String> query, Caller caller) {
    permission.seesAll(caller);
    return EndpointJson.answer(Views.ActionList.of(desks.actions().newest(Queries.actions(query))));
  }

  @PostMapping("/handlers/{handler}/pause")
  ResponseEntity<byte[]> pause(
      @PathVariable String handler,
      @RequestBody(required = false) byte @Nullable [] body,
      Caller caller) {
    Order order = EndpointJson.read(body, Order.class);
    Mandate mandate =
        permission.forAll(caller, new Attempt("pause", handler, WHOLE, order.reason()));
    HandlerDefinition meant = desks.handlers().require(handler);
    return EndpointJson.answer(
        order.acts()
            ? new Done("pause", desks.directions().pause(meant.id(), mandate))
            : Plan.of(
                "pause",
                "within a second no instance reads a record or begins a delivery; what runs ends",
                "messages wait on " + meant.topic() + ", which keeps them as long as it is set to",
                "it stays paused over restarts until it is resumed"));
  }

  @PostMapping("/handlers/{handler}/resume")
  ResponseEntity<byte[]> resume(
      @PathVariable String handler,
      @RequestBody(required = false) byte @Nullable [] body,
      Caller caller) {
    Order order = EndpointJson.read(body, Order.class);
    Mandate mandate =
        permission.forAll(caller, new Attempt("resume", handler, WHOLE, order.reason()));
    HandlerDefinition meant = desks.handlers().require(handler);
    return EndpointJson.answer(
        order.acts()
            ? new Done("resume", desks.directions().resume(meant.id(), mandate))
            : Plan.of("resume", "every instance goes on within a second, where it stopped"));
  }

  @PostMapping("/handlers/{handler}/recover-stale")
  ResponseEntity<byte[]> recoverStale(
      @PathVariable String handler,
      @RequestBody(required = false) byte @Nullable [] body,
      Caller caller) {
    Order order = EndpointJson.read(body, Order.class);
    Mandate mandate =
        permission.forAll(caller, new Attempt("recover-stale", handler, WHOLE, order.reason()));
    Inbox inbox = ServiceHandlers.inbox(desks.handlers().require(handler));
    return EndpointJson.answer(
        order.acts()
            ? new Done("recover-stale", desks.directions().recoverStale(inbox, mandate))
            : Plan.of(
                "recover-stale",
                desks.directions().stale(inbox) + " claims whose lease is over are due at once"));
  }

  /** What is selected is fixed by the plan: what fails after it is left to its schedule. */
  @PostMapping("/handlers/{handler}/retry")
  ResponseEntity<byte[]> retry(
      @PathVariable String handler,
      @RequestBody(required = false) byte @Nullable [] body,
      Caller caller) {
    OfScheduled order = EndpointJson.read(body, OfScheduled.class);
    Mandate mandate =
        permission.forOwn(
            caller, new Attempt("retry-scheduled", handler, "retry_scheduled", order.reason()));
    HandlerDefinition meant = desks.handlers().require(handler);
    Instant until = order.until();
    if (order.acts() && until == null) {
      throw new InvalidRequestException(
          "failedBefore",
          "failedBefore is missing",
          "plan first, without execute, and give the failedBefore of the plan");
    }
    Scheduled selected =
        new Scheduled(
            meant.id(),
            until == null ? desks.directions().now() : until,
            order.code(),
            permission.scope(caller));
    return EndpointJson.answer(
        order.acts()
            ? new Done("retry-scheduled", desks.directions().retry(selected, mandate))
            : ScheduledPlan.of(selected, desks.directions().planRetry(selected)));
  }
}
