package dev.waybill.cli.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder laid out as {@code schemas} of a checkout is. */
public final class SubscriptionFolder {

  private static final String SCHEMA =
      """
      {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}
      """;
  private static final String RECORD =
      """
      record: EV-1
      owner: depot
      kind: integration-event
      direction: outbound
      trust: internal
      durable: %s
      """;

  private SubscriptionFolder() {}

  /** One handler, one type to subscribe to, and one that is best-effort. */
  public static void write(Path folder) throws IOException {
    write(folder, "waybill.timeline");
  }

  /** As {@link #write(Path)}, with a topic of the test's own. */
  public static void write(Path folder, String topic) throws IOException {
    Files.createDirectories(folder.resolve("subscriptions"));
    Files.writeString(
        folder.resolve("subscriptions/timeline.yaml"),
        """
        handler: timeline
        owner: views
        subscribes:
          - {type: parcel.sent, versions: [1]}
        """
            + (topic.equals("waybill.timeline") ? "" : "topic: " + topic + "\n"));
    type(folder.resolve("events/parcel.sent"), true);
    type(folder.resolve("events/parcel.seen"), false);
  }

  private static void type(Path folder, boolean durable) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("record.yaml"), RECORD.formatted(durable));
    Files.writeString(folder.resolve("v1.schema.json"), SCHEMA);
    Files.writeString(folder.resolve("v1.example.json"), "{\"id\": \"1\"}");
  }
}
