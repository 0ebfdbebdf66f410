package dev.waybill.timeline;

import dev.waybill.contract.wire.WireHeaders;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A message of an activity as the relay sends it. */
record ActivityMessage(UUID id, UUID activity, Map<String, String> headers, String payload) {

  static ActivityMessage created(String tenant, UUID activity) {
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

  static ActivityMessage completed(String tenant, UUID activity) {
    return of(
        tenant,
        activity,
        "activity.completed",
        """
        {"activityId": "%s", "version": 2, "type": "call", "title": "Call back",
         "outcome": "Reached.", "completedAt": "2026-03-02T08:15:30Z", "completedBy": "bert"}
        """
            .formatted(activity));
  }

  ProducerRecord<byte[], byte[]> record(String topic) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, 0, bytes(id.toString()), bytes(payload));
    headers.forEach((name, value) -> record.headers().add(name, bytes(value)));
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
    headers.put(WireHeaders.HANDLER, "timeline");
    return new ActivityMessage(id, activity, headers, payload);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
