package dev.waybill.relay.testbed;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A message as a writer stages it, without the catalogue in between. */
public record TestMessage(
    UUID id, String key, long version, String payload, Visibility visibility, Shape shape) {

  public static final String TYPE = "parcel.moved";

  /** Takes rows of {@link #copyLine}. */
  public static final String COPY =
      """
      COPY outbox.message (
        seq, message_id, kind, event_record, type, schema_version, tenant_id, visibility,
        aggregate_type, aggregate_id, aggregate_version, ordering_key, occurred_at, staged_at,
        payload, envelope)
      FROM STDIN WITH (FORMAT csv, DELIMITER '|', QUOTE '~')
      """;

  public static TestMessage of(String key, long version) {
    return new TestMessage(
        UUID.randomUUID(),
        key,
        version,
        "{\"version\": " + version + "}",
        Visibility.PUBLIC,
        new Shape(TYPE, 1));
  }

  public TestMessage withPayload(String text) {
    return new TestMessage(id, key, version, text, visibility, shape);
  }

  public TestMessage withVisibility(Visibility other) {
    return new TestMessage(id, key, version, payload, other, shape);
  }

  public TestMessage withShape(String type, int schemaVersion) {
    return new TestMessage(id, key, version, payload, visibility, new Shape(type, schemaVersion));
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

  /** Stages it and deletes its row in one transaction, as the owner of the table. */
  public void stageAndDelete(JdbcClient owner) {
    owner
        .sql(
            """
            DO $$ BEGIN
              PERFORM outbox.stage_messages(
                ARRAY['%s'], ARRAY['%s'], ARRAY['EV-TEST'], ARRAY['parcel']);
              DELETE FROM outbox.message WHERE message_id = '%s';
            END $$
            """
                .formatted(envelope(), payload, id))
        .update();
  }

  /** Stages all in one statement. */
  public static void stageAll(JdbcClient writer, List<TestMessage> messages) {
    writer
        .sql("SELECT outbox.stage_messages(:envelopes, :payloads, :records, :aggregates)")
        .param("envelopes", array(messages, TestMessage::envelope))
        .param("payloads", array(messages, TestMessage::payload))
        .param("records", array(messages, message -> "EV-TEST"))
        .param("aggregates", array(messages, message -> "parcel"))
        .query(Integer.class)
        .single();
  }

  /** The lock that a stager of a key takes before it draws its numbers. */
  public static String lock(String key) {
    return "SELECT pg_advisory_xact_lock(1463900482, hashtext('" + key + "'))";
  }

  /** One row of a COPY, which needs its number beforehand. */
  public String copyLine(long seq) {
    return String.join(
            "|",
            Long.toString(seq),
            id.toString(),
            "integration-event",
            "EV-TEST",
            shape.type(),
            Integer.toString(shape.schemaVersion()),
            "acme",
            visibility.wireName(),
            "parcel",
            key,
            Long.toString(version),
            key,
            Instant.now().toString(),
            Instant.now().toString(),
            payload,
            envelope())
        + "\n";
  }

  private static String[] array(List<TestMessage> messages, Function<TestMessage, String> part) {
    return messages.stream().map(part).toArray(String[]::new);
  }

  /** The envelope that is staged with it. */
  public String envelope() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(WireHeaders.SPEC_VERSION, "1.0");
    headers.put(WireHeaders.ID, id.toString());
    headers.put(WireHeaders.SOURCE, "/test");
    headers.put(WireHeaders.TYPE, shape.type());
    headers.put(WireHeaders.TIME, "2026-01-01T00:00:00Z");
    headers.put(WireHeaders.SUBJECT, key);
    headers.put(WireHeaders.CONTENT_TYPE, "application/json");
    headers.put(WireHeaders.PARTITION_KEY, key);
    headers.put(WireHeaders.SEQUENCE, String.format(Locale.ROOT, "%019d", version));
    headers.put(WireHeaders.TENANT_ID, "acme");
    headers.put(WireHeaders.MESSAGE_KIND, "integration-event");
    headers.put(WireHeaders.SCHEMA_VERSION, Integer.toString(shape.schemaVersion()));
    return Envelope.of(headers, visibility).toJson();
  }

  /** What it says it is. */
  public record Shape(String type, int schemaVersion) {}
}
