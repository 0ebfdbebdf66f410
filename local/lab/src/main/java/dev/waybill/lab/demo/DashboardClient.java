package dev.waybill.lab.demo;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Reads the dashboard service as one user. */
final class DashboardClient {
  private final HttpCalls service;

  DashboardClient(HttpCalls service) {
    this.service = service;
  }

  /** How many activities of an assignee it counts, by status. */
  Map<String, Long> counts(String assignee) {
    Map<String, Long> counts = new TreeMap<>();
    for (JsonNode count : service.get("/dashboard/counts?assignee=" + assignee).path("counts")) {
      counts.put(count.path("status").asString(), count.path("activities").asLong());
    }
    return counts;
  }
}
