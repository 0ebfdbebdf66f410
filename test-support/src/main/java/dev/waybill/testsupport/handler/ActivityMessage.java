package dev.waybill.testsupport.handler;

import dev.waybill.contract.wire.WireHeaders;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
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
