package dev.waybill.dashboard.http;

import dev.waybill.access.Caller;
import dev.waybill.access.Role;
import dev.waybill.dashboard.counts.Counts;
import dev.waybill.dashboard.counts.CountsTable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /dashboard}. Counts what was handled so far, which is a little behind what was committed.
 * An activity that is deleted is not counted, nor is one that is not for everybody: the
 * subscription is cleared for public ones alone.
 */
@RestController
@RequestMapping("/dashboard")
class DashboardController {

  private static final Role READER = Role.of("activity-reader", Role.of("activity-writer"));

  private final CountsTable activities;

  DashboardController(CountsTable activities) {
    this.activities = activities;
  }

  @GetMapping("/counts")
  Counts counts(@RequestParam MultiValueMap<String, String> query, Caller caller) {
    caller.require(READER);
    return activities.count(caller.tenant().value(), SelectionParameters.of(query));
  }
}
