package dev.waybill.testsupport.handler;

import dev.waybill.contract.wire.WireHeaders;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A message of an activity, which the relay can send to any handler, and more than once. */
public record ActivityMessage(UUID id, Map<String, String> headers, String payload) {

  /** An activity that was planned for nobody yet: version 1. */
  public static ActivityMessage created(String tenant, UUID activity) {
    return of(
        tenant,
        activity,
        "activity.created",
        """
        {"activityId": "%s", "version": 1, "type": "call", "title": "Call back",
         "createdAt": "2026-03-01T08:15:30Z", "createdBy": "anna",
         "dueAt": "2026-03-09T08:00:00Z", "later": {}}
        """
            .formatted(activity));
  }

  /** An activity that anna planned for somebody: version 1. */
  public static ActivityMessage planned(String tenant, UUID activity, String assignee) {
    return of(
        tenant,
        activity,
        "activity.created",
        """
        {"activityId": "%s", "version": 1, "type": "call", "title": "Call back", "assignee": "%s",
         "createdAt": "2026-03-01T08:15:30Z", "createdBy": "anna"}
        """
            .formatted(activity, assignee));
  }

  /** The same activity, completed by bert, whose it then is: version 2. */
  public static ActivityMessage completed(String tenant, UUID activity) {
    return of(
        tenant,
        activity,
        "activity.completed",
        """
        {"activityId": "%s", "version": 2, "type": "call", "title": "Call back", "assignee": "bert",
         "outcome": "Reached.", "completedAt": "2026-03-02T08:15:30Z", "completedBy": "bert"}
        """
            .formatted(activity));
  }

  /**
   * What happens to an activity that anna plans for nobody: it is bert's, who begins, then cleo's,
   * who ends it; versions 1 to 7, each type once.
   *
   * @param end {@code completed} with an outcome, or {@code cancelled} with a reason
   */
  public static List<ActivityMessage> life(String tenant, UUID activity, String end) {
    String bert = "\"title\": \"Call back\", \"assignee\": \"bert\"";
    String today = "\"title\": \"Call back today\", \"assignee\": ";
    String due = "\"dueAt\": \"2026-03-09T08:00:00Z\"";
    return List.of(
        created(tenant, activity),
        change(tenant, activity, 2, "assigned", "anna", bert + ", " + due),
        change(tenant, activity, 3, "started", "bert", bert),
        change(tenant, activity, 4, "updated", "bert", today + "\"bert\", " + due),
        change(
            tenant,
            activity,
            5,
            "reassigned",
            "anna",
            today + "\"cleo\", \"previousAssignee\": \"bert\", " + due),
        change(
            tenant,
            activity,
            6,
            "rescheduled",
            "cleo",
            today + "\"cleo\", \"dueAt\": \"2026-03-10T08:00:00Z\""),
        change(
            tenant,
            activity,
            7,
            end,
            "cleo",
            today + "\"cleo\", \"outcome\": \"Reached.\", \"reason\": \"Not needed.\""));
  }

  /** The end of the same activity: version 8. */
  public static ActivityMessage deleted(String tenant, UUID activity) {
    return of(
        tenant,
        activity,
        "activity.deleted",
        """
        {"activityId": "%s", "version": 8,
         "deletedAt": "2026-03-08T08:15:30Z", "deletedBy": "anna"}
        """
            .formatted(activity));
  }

  /** The type of what it tells. */
  public String type() {
    return String.valueOf(headers.get(WireHeaders.TYPE));
  }

  /** The mail that anna wants sent to somebody whose the same activity became: version 2. */
  public static ActivityMessage assignmentMail(String tenant, UUID activity, String assignee) {
    return of(
        tenant,
        activity,
        "notification.assignment-mail",
        """
        {"activityId": "%s", "version": 2, "type": "call", "title": "Call back", "assignee": "%s",
         "dueAt": "2026-03-05T09:00:00Z", "assignedAt": "2026-03-02T10:42:00Z",
         "assignedBy": "anna"}
        """
            .formatted(activity, assignee));
  }

  private static ActivityMessage change(
      String tenant, UUID activity, int version, String what, String by, String members) {
    return of(
        tenant,
        activity,
        "activity." + what,
        """
        {"activityId": "%s", "version": %d, "type": "call", %s,
         "%sAt": "2026-03-0%dT08:15:30Z", "%sBy": "%s"}
        """
            .formatted(activity, version, members, what, version, what, by));
  }

  /** A copy of it for one handler, in the first partition of its topic. */
  ProducerRecord<byte[], byte[]> copyFor(String handler, String topic) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, 0, bytes(id.toString()), bytes(payload));
    headers.forEach((name, value) -> record.headers().add(name, bytes(value)));
    record.headers().add(WireHeaders.HANDLER, bytes(handler));
    return record;
  }

  private static ActivityMessage of(String tenant, UUID activity, String type, String payload) {
    UUID id = UUID.randomUUID();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(WireHeaders.ID, id.toString());
    headers.put(WireHeaders.TYPE, type);
    headers.put(WireHeaders.SCHEMA_VERSION, "1");
    headers.put(WireHeaders.TENANT_ID, tenant);
    headers.put(WireHeaders.PARTITION_KEY, "activity:" + activity);
    return new ActivityMessage(id, headers, payload);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
