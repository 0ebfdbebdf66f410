package dev.waybill.activity.http;

import dev.waybill.access.Caller;
import dev.waybill.activity.command.CommandBus;
import dev.waybill.activity.command.CompleteActivity;
import dev.waybill.activity.command.Context;
import dev.waybill.activity.command.CreateActivity;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.read.ActivityReads;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
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
      @RequestBody CreateRequest body, @RequestHeader HttpHeaders headers, Caller caller) {
    Activity activity =
        commands.execute(
            new CreateActivity(body.type(), body.title(), body.assignee(), body.dueAt()),
            context(caller, headers));
    return ResponseEntity.created(URI.create("/activities/" + activity.id()))
        .body(ActivityView.of(activity));
  }

  @PostMapping("/{id}/complete")
  ActivityView complete(
      @PathVariable String id,
      @RequestBody CompleteRequest body,
      @RequestHeader HttpHeaders headers,
      Caller caller) {
    return ActivityView.of(
        commands.execute(
            new CompleteActivity(id, body.possibleVersion(), body.outcome()),
            context(caller, headers)));
  }

  @GetMapping("/{id}")
  ActivityView get(@PathVariable String id, Caller caller) {
    return ActivityView.of(reads.get(id, caller));
  }

  @GetMapping("/recent")
  RecentView recent(@RequestParam(defaultValue = "20") int limit, Caller caller) {
    return RecentView.of(reads.recent(limit, caller));
  }

  private static Context context(Caller caller, HttpHeaders headers) {
    return new Context(caller, RequestOrigin.of(headers));
  }
}
