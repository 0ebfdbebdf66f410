package dev.waybill.lab.demo;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Speaks to the activity service as one user, who plans everything for one assignee. */
final class ActivityClient {
  private final HttpCalls service;
  private final String assignee;

  ActivityClient(HttpCalls service, String assignee) {
    this.service = service;
    this.assignee = assignee;
  }

  /** Whose activities it plans. */
  String assignee() {
    return assignee;
  }

  Activity create(String type, String title) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("type", type);
    body.put("title", title);
    body.put("assignee", assignee);
    return activity(service.post("/activities", body, 201));
  }

  Activity complete(Activity activity, String outcome) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("version", activity.version());
    body.put("outcome", outcome);
    return activity(service.post("/activities/" + activity.id() + "/complete", body, 200));
  }

  private static Activity activity(JsonNode answer) {
    return new Activity(answer.get("id").asString(), answer.get("version").asLong());
  }

  /** An activity as the service answered it. */
  record Activity(String id, long version) {}
}
