package dev.waybill.activity.http;

import dev.waybill.access.Caller;
import dev.waybill.activity.command.Context;
import dev.waybill.activity.read.ActivityReads;
import dev.waybill.activity.request.AssignActivity;
import dev.waybill.activity.request.CancelActivity;
import dev.waybill.activity.request.CompleteActivity;
import dev.waybill.activity.request.CreateActivity;
import dev.waybill.activity.request.DeleteActivity;
import dev.waybill.activity.request.ReassignActivity;
import dev.waybill.activity.request.RescheduleActivity;
import dev.waybill.activity.request.StartActivity;
import dev.waybill.activity.request.UpdateActivity;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /activities}, as {@code openapi.yaml} describes it. Answers when the transaction is
 * committed; dispatch comes after that.
 */
@RestController
@ApiRole
@RequestMapping(path = "/activities", produces = MediaType.APPLICATION_JSON_VALUE)
class ActivityController {

  private final Writes writes;
  private final ActivityReads reads;

  ActivityController(Writes writes, ActivityReads reads) {
    this.writes = writes;
    this.reads = reads;
  }

  @PostMapping
  ResponseEntity<byte[]> create(@RequestBody CreateRequest body, Context context) {
    return writes.create(
        new CreateActivity(
            body.type(), body.title(), body.assignee(), body.dueAt(), body.visibility()),
        context);
  }

  @PatchMapping("/{id}")
  ResponseEntity<byte[]> update(
      @PathVariable String id, @RequestBody UpdateRequest body, Context context) {
    return writes.change(
        new UpdateActivity(id, SeenVersion.of(body.version()), body.type(), body.title()), context);
  }

  @PostMapping("/{id}/assign")
  ResponseEntity<byte[]> assign(
      @PathVariable String id, @RequestBody AssignRequest body, Context context) {
    return writes.change(
        new AssignActivity(id, SeenVersion.of(body.version()), body.assignee()), context);
  }

  @PostMapping("/{id}/reassign")
  ResponseEntity<byte[]> reassign(
      @PathVariable String id, @RequestBody AssignRequest body, Context context) {
    return writes.change(
        new ReassignActivity(id, SeenVersion.of(body.version()), body.assignee()), context);
  }

  @PostMapping("/{id}/start")
  ResponseEntity<byte[]> start(
      @PathVariable String id, @RequestBody StartRequest body, Context context) {
    return writes.change(new StartActivity(id, SeenVersion.of(body.version())), context);
  }

  @PostMapping("/{id}/reschedule")
  ResponseEntity<byte[]> reschedule(
      @PathVariable String id, @RequestBody RescheduleRequest body, Context context) {
    return writes.change(
        new RescheduleActivity(id, SeenVersion.of(body.version()), body.dueAt()), context);
  }

  @PostMapping("/{id}/complete")
  ResponseEntity<byte[]> complete(
      @PathVariable String id, @RequestBody CompleteRequest body, Context context) {
    return writes.change(
        new CompleteActivity(id, SeenVersion.of(body.version()), body.outcome(), body.followUpAt()),
        context);
  }

  @PostMapping("/{id}/cancel")
  ResponseEntity<byte[]> cancel(
      @PathVariable String id, @RequestBody CancelRequest body, Context context) {
    return writes.change(
        new CancelActivity(id, SeenVersion.of(body.version()), body.reason()), context);
  }

  @DeleteMapping("/{id}")
  ResponseEntity<byte[]> delete(
      @PathVariable String id,
      @RequestParam(required = false) @Nullable String version,
      Context context) {
    return writes.delete(new DeleteActivity(id, SeenVersion.of(version)), context);
  }

  @GetMapping("/{id}")
  ActivityView get(@PathVariable String id, Caller caller) {
    return ActivityView.of(reads.get(id, caller));
  }

  @GetMapping("/recent")
  RecentView recent(@RequestParam(defaultValue = "20") int limit, Caller caller) {
    return RecentView.of(reads.recent(limit, caller));
  }
}
