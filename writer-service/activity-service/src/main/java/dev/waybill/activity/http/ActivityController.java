package dev.waybill.activity.http;

import dev.waybill.activity.command.CommandBus;
import dev.waybill.activity.command.CompleteActivity;
import dev.waybill.activity.command.Context;
import dev.waybill.activity.command.CreateActivity;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.read.ActivityReads;
import dev.waybill.activity.security.TokenClaims;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code /activities}. Answers when the transaction is committed; dispatch comes after that. */
@RestController
@RequestMapping("/activities")
class ActivityController {

  private final CommandBus commands;
  private final ActivityReads reads;

  ActivityController(CommandBus commands, ActivityReads reads) {
    this.commands = commands;
    this.reads = reads;
  }

  @PostMapping
  ResponseEntity<ActivityView> create(
      @RequestBody CreateRequest body,
      @RequestHeader HttpHeaders headers,
      @AuthenticationPrincipal Jwt token) {
    Activity activity =
        commands.execute(
            new CreateActivity(body.type(), body.title(), body.assignee(), body.dueAt()),
            context(token, headers));
    return ResponseEntity.created(URI.create("/activities/" + activity.id()))
        .body(ActivityView.of(activity));
  }

  @PostMapping("/{id}/complete")
  ActivityView complete(
      @PathVariable String id,
      @RequestBody CompleteRequest body,
      @RequestHeader HttpHeaders headers,
      @AuthenticationPrincipal Jwt token) {
    return ActivityView.of(
        commands.execute(
            new CompleteActivity(id, body.possibleVersion(), body.outcome()),
            context(token, headers)));
  }

  @GetMapping("/{id}")
  ActivityView get(@PathVariable String id, @AuthenticationPrincipal Jwt token) {
    return ActivityView.of(reads.get(id, TokenClaims.caller(token)));
  }

  @GetMapping("/recent")
  RecentView recent(
      @RequestParam(defaultValue = "20") int limit, @AuthenticationPrincipal Jwt token) {
    return RecentView.of(reads.recent(limit, TokenClaims.caller(token)));
  }

  private static Context context(Jwt token, HttpHeaders headers) {
    return new Context(TokenClaims.caller(token), RequestOrigin.of(headers));
  }
}
