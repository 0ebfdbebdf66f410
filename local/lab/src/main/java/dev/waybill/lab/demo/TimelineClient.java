package dev.waybill.lab.demo;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Reads the timeline service as one user. */
final class TimelineClient {
  private final HttpCalls service;

  TimelineClient(HttpCalls service) {
    this.service = service;
  }

  /** The versions of an activity that the timeline tells of, in its order. */
  List<Long> versions(String activity) {
    List<Long> versions = new ArrayList<>();
    for (JsonNode change : service.get("/timeline/activities/" + activity).path("changes")) {
      versions.add(Long.valueOf(change.path("version").asString()));
    }
    return versions;
  }
}
