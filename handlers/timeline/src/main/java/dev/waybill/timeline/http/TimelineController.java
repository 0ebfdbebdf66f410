package dev.waybill.timeline.http;

import dev.waybill.access.Caller;
import dev.waybill.access.Role;
import dev.waybill.access.query.QueryParameters;
import dev.waybill.timeline.history.ActivityRef;
import dev.waybill.timeline.history.HistoryTable;
import java.util.UUID;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /timeline}. Shows what was handled so far, which is a little behind what was committed.
 */
@RestController
@RequestMapping("/timeline")
class TimelineController {

  private static final Role READER = Role.of("activity-reader", Role.of("activity-writer"));
  private static final int USUAL = 20;
  private static final int MOST = 100;

  private final HistoryTable history;

  TimelineController(HistoryTable history) {
    this.history = history;
  }

  @GetMapping
  TimelineView recent(@RequestParam MultiValueMap<String, String> query, Caller caller) {
    caller.require(READER);
    int limit = QueryParameters.of(query, "limit").number("limit", 1, MOST, USUAL);
    return new TimelineView(
        history.recent(caller.tenant().value(), limit).stream().map(ChangeView::of).toList());
  }

  @GetMapping("/activities/{id}")
  ActivityHistoryView activity(@PathVariable UUID id, Caller caller) {
    caller.require(READER);
    ActivityRef activity = new ActivityRef(caller.tenant().value(), id);
    return history
        .standing(activity)
        .map(standing -> ActivityHistoryView.of(standing, history.changes(activity)))
        .orElseThrow(UnknownActivityException::new);
  }
}
