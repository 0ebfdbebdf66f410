package dev.waybill.relay.http;

import dev.waybill.access.Caller;
import dev.waybill.relay.backfill.BackfillPlan;
import dev.waybill.relay.health.Overview;
import dev.waybill.relay.http.Requests.Backfill;
import dev.waybill.relay.http.Requests.Order;
import dev.waybill.relay.http.Views.BackfillPlanView;
import dev.waybill.relay.http.Views.Done;
import dev.waybill.relay.http.Views.OrderView;
import dev.waybill.relay.http.Views.Plan;
import dev.waybill.relay.order.Mandate;
import dev.waybill.relay.order.RelayOrder;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Orders that concern every tenant. Without {@code execute} they are planned and nothing is done.
 */
@RestController
@RequestMapping("/relay")
class OrderController {

  private final Desks desks;
  private final Permission permission;

  OrderController(Desks desks, Permission permission) {
    this.desks = desks;
    this.permission = permission;
  }

  @PostMapping("/pause")
  ResponseEntity<Object> pause(@RequestBody Order order, Caller caller) {
    Mandate mandate = permission.forAll(caller, "pause", order.reason());
    if (!order.acts()) {
      return ResponseEntity.ok(Plan.of("pause", pauseEffects()));
    }
    return accepted(desks.orders().pause(mandate));
  }

  private List<String> pauseEffects() {
    Long retained = desks.books().overview().slot().map(Overview.Slot::retainedBytes).orElse(null);
    return List.of(
        "publishing stops after the batch in hand, for every handler; nothing is lost",
        "lease, heartbeat and slot go on, and the relay stays ready",
        "the server keeps all WAL from now on"
            + (retained == null ? "" : ": " + retained + " bytes already")
            + "; past max_slot_wal_keep_size the slot is lost and the rest comes from the table",
        "it stays paused over restarts until it is resumed");
  }

  @PostMapping("/resume")
  ResponseEntity<Object> resume(@RequestBody Order order, Caller caller) {
    Mandate mandate = permission.forAll(caller, "resume", order.reason());
    if (!order.acts()) {
      return ResponseEntity.ok(
          Plan.of("resume", List.of("publishing goes on within a second, where it stopped")));
    }
    return accepted(desks.orders().resume(mandate));
  }

  @PostMapping("/drain")
  ResponseEntity<Object> drain(@RequestBody Order order, Caller caller) {
    Mandate mandate = permission.forAll(caller, "drain", order.reason());
    if (!order.acts()) {
      return ResponseEntity.ok(
          Plan.of(
              "drain",
              List.of(
                  "it is done when everything committed before is dispatched, every parked message"
                      + " that is due was tried and every handler that can be is made good",
                  "what cannot be sent now does not hold it up and is reported")));
    }
    return accepted(desks.orders().drain(mandate));
  }

  @PostMapping("/backfill")
  ResponseEntity<Object> backfill(@RequestBody Backfill order, Caller caller) {
    Mandate mandate = permission.forAll(caller, "backfill", order.reason());
    BackfillPlan plan = desks.backfills().plan(order.terms());
    if (!order.acts()) {
      return ResponseEntity.ok(BackfillPlanView.of(plan));
    }
    return accepted(find(desks.backfills().order(plan, mandate)).orElseThrow());
  }

  @PostMapping("/orders/{id}/cancel")
  ResponseEntity<Object> cancel(@PathVariable long id, @RequestBody Order order, Caller caller) {
    Mandate mandate = permission.forAll(caller, "cancel", order.reason());
    if (!order.acts()) {
      if (find(id).isEmpty()) {
        throw new UnknownOrderException(id);
      }
      return ResponseEntity.ok(
          Plan.of("cancel", List.of("it ends after the batch in hand; what was sent stays sent")));
    }
    return accepted(
        desks.orders().cancel(id, mandate).orElseThrow(() -> new UnknownOrderException(id)));
  }

  @PostMapping("/recover")
  ResponseEntity<Object> recover(@RequestBody Order order, Caller caller) {
    Mandate mandate = permission.forAll(caller, "recover", order.reason());
    if (!order.acts()) {
      return ResponseEntity.ok(
          Plan.of(
              "recover",
              desks.recovery().needed()
                  ? List.of(
                      "the relay makes its slot where there is none or a lost one, publishes from"
                          + " the table every row that no batch covers, and streams",
                      "not when this database is a copy whose original is still served: see"
                          + " runbooks/slot-lost.md, section 'is this a copy'")
                  : List.of("nothing: it was asked for already, or is under way")));
    }
    boolean given = desks.recovery().give(mandate);
    return ResponseEntity.accepted()
        .body(new Done("recover", given ? "requested" : "asked for already"));
  }

  @PostMapping("/release-stale")
  ResponseEntity<Object> releaseStale(@RequestBody Order order, Caller caller) {
    Mandate mandate = permission.forAll(caller, "release-stale", order.reason());
    if (!order.acts()) {
      return ResponseEntity.ok(
          Plan.of(
              "release-stale",
              List.of(desks.deadLetters().stale() + " claims are released and due at once")));
    }
    int released = desks.deadLetters().releaseStale(mandate);
    return ResponseEntity.ok(new Done("release-stale", released + " claims released"));
  }

  private Optional<RelayOrder> find(long id) {
    return desks.books().orders().find(desks.relay(), id);
  }

  private ResponseEntity<Object> accepted(RelayOrder order) {
    return ResponseEntity.accepted()
        .location(URI.create("/relay/orders/" + order.id()))
        .body(OrderView.of(order, LookController.progress(desks, order)));
  }
}
