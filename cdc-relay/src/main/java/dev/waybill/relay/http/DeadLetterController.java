package dev.waybill.relay.http;

import dev.waybill.access.Caller;
import dev.waybill.access.Role;
import dev.waybill.relay.http.Requests.Letters;
import dev.waybill.relay.http.Views.DeadLetterList;
import dev.waybill.relay.http.Views.DeadLetterView;
import dev.waybill.relay.http.Views.Released;
import dev.waybill.relay.order.InvalidOrderException;
import dev.waybill.relay.order.Mandate;
import dev.waybill.relay.parking.DeadLetters;
import dev.waybill.relay.parking.DeadLetters.DeadLetter;
import dev.waybill.relay.parking.DeadLetters.Selection;
import dev.waybill.relay.parking.DeadLetters.Way;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Messages that the relay gave up: those of the caller's tenant, or everybody's for who runs it.
 */
@RestController
@RequestMapping("/relay/dead-letters")
class DeadLetterController {

  private final Desks desks;
  private final Permission permission;

  DeadLetterController(Desks desks, Permission permission) {
    this.desks = desks;
    this.permission = permission;
  }

  @GetMapping
  DeadLetterList list(
      @RequestParam @Nullable String handler,
      @RequestParam @Nullable String cause,
      @RequestParam(defaultValue = "100") int limit,
      Caller caller) {
    caller.require(Role.VIEWER);
    if (limit < 1 || limit > DeadLetters.MOST) {
      throw new InvalidOrderException(
          "limit", "limit is " + limit, "give a number between 1 and " + DeadLetters.MOST);
    }
    List<DeadLetter> found =
        desks
            .deadLetters()
            .list(new Selection(handler, cause, permission.scope(caller)), limit + 1);
    return new DeadLetterList(
        found.stream().limit(limit).map(DeadLetterView::of).toList(), found.size() > limit);
  }

  /** What is named is replayed, and nothing that came since it was looked at. */
  @PostMapping("/replay")
  Released replay(@RequestBody Letters letters, Caller caller) {
    return release(Way.REPLAY, letters, caller);
  }

  /** What is named is given up for good, and what waits behind it goes on. */
  @PostMapping("/resolve")
  Released resolve(@RequestBody Letters letters, Caller caller) {
    return release(Way.RESOLVE, letters, caller);
  }

  private Released release(Way way, Letters letters, Caller caller) {
    Mandate mandate = permission.forOwn(caller, way.action(), letters.reason());
    String scope = permission.scope(caller);
    return Released.of(
        letters.acts()
            ? desks.deadLetters().release(way, letters.names(), scope, mandate)
            : desks.deadLetters().plan(way, letters.names(), scope),
        letters.acts());
  }
}
