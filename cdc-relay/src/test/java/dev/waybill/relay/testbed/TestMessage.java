package dev.waybill.relay.testbed;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A message as a writer stages it, without the catalogue in between. */
public record TestMessage(
    UUID id, String key, long version, String payload, Visibility visibility) {

  public static final String TYPE = "parcel.moved";

  public static TestMessage of(String key, long version) {
    return new TestMessage(
        UUID.randomUUID(), key, version, "{\"version\": " + version + "}", Visibility.PUBLIC);
  }

  public TestMessage withPayload(String text) {
    return new TestMessage(id, key, version, text, visibility);
  }

  public TestMessage withVisibility(Visibility other) {
    return new TestMessage(id, key, version, payload, other);
  }

  /** Stages it in the client's current transaction. */
  public void stage(JdbcClient writer) {
    writer
        .sql(
            """
            SELECT outbox.stage_messages(
              ARRAY[:envelope], ARRAY[:payload], ARRAY['EV-TEST'], ARRAY['parcel'])
            """)
        .param("envelope", envelope())
        .param("payload", payload)
        .query(Integer.class)
        .single();
  }

  private String envelope() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(WireHeaders.SPEC_VERSION, "1.0");
    headers.put(WireHeaders.ID, id.toString());
    headers.put(WireHeaders.SOURCE, "/test");
    headers.put(WireHeaders.TYPE, TYPE);
    headers.put(WireHeaders.TIME, "2026-01-01T00:00:00Z");
    headers.put(WireHeaders.SUBJECT, key);
    headers.put(WireHeaders.CONTENT_TYPE, "application/json");
    headers.put(WireHeaders.PARTITION_KEY, key);
    headers.put(WireHeaders.SEQUENCE, String.format(java.util.Locale.ROOT, "%019d", version));
    headers.put(WireHeaders.TENANT_ID, "acme");
    headers.put(WireHeaders.MESSAGE_KIND, "integration-event");
    headers.put(WireHeaders.SCHEMA_VERSION, "1");
    return Envelope.of(headers, visibility).toJson();
  }
}
