package dev.waybill.lab.load;

import dev.waybill.contract.message.MessageKind;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message as a row of {@code outbox.message}: with its number, its time and its envelope. */
record Row(Message message, long seq, OffsetDateTime stagedAt) {
  static final String COLUMNS =
      "seq, message_id, kind, event_record, type, schema_version, tenant_id, visibility,"
          + " aggregate_type, aggregate_id, aggregate_version, ordering_key, occurred_at, staged_at,"
          + " payload, envelope";
  static final int COLUMN_COUNT = 16;

  static final String RECORD = "EV-ACT-1";
  static final String AGGREGATE_TYPE = "activity";
  private static final String TENANT = "soak";
  private static final DateTimeFormatter RFC_3339 =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT);

  /** The values in the order of {@link #COLUMNS}, as text that PostgreSQL reads. */
  String[] values() {
    String time = text(stagedAt);
    return new String[] {
      Long.toString(seq),
      message.id().toString(),
      MessageKind.INTEGRATION_EVENT.wireName(),
      RECORD,
      MessageFactory.TYPE,
      Integer.toString(MessageFactory.VERSION),
      TENANT,
      Visibility.PUBLIC.wireName(),
      AGGREGATE_TYPE,
      message.key(),
      Long.toString(message.version()),
      message.key(),
      time,
      time,
      message.payload(),
      envelope(message, time, time),
    };
  }

  /** The envelope as the starter hands it to its staging function, which adds the recorded time. */
  static String unstagedEnvelope(Message message, OffsetDateTime occurredAt) {
    return envelope(message, text(occurredAt), null);
  }

  private static String envelope(Message message, String time, @Nullable String recordedTime) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(WireHeaders.SPEC_VERSION, "1.0");
    headers.put(WireHeaders.ID, message.id().toString());
    headers.put(WireHeaders.SOURCE, "/waybill/lab");
    headers.put(WireHeaders.TYPE, MessageFactory.TYPE);
    headers.put(WireHeaders.TIME, time);
    headers.put(WireHeaders.SUBJECT, message.key());
    headers.put(WireHeaders.CONTENT_TYPE, "application/json");
    headers.put(WireHeaders.PARTITION_KEY, message.key());
    headers.put(WireHeaders.SEQUENCE, "%019d".formatted(message.version()));
    headers.put(WireHeaders.TENANT_ID, TENANT);
    headers.put(WireHeaders.MESSAGE_KIND, MessageKind.INTEGRATION_EVENT.wireName());
    headers.put(WireHeaders.SCHEMA_VERSION, Integer.toString(MessageFactory.VERSION));
    if (recordedTime != null) {
      headers.put(WireHeaders.RECORDED_TIME, recordedTime);
    }
    return Envelope.of(headers, Visibility.PUBLIC).toJson();
  }

  private static String text(OffsetDateTime time) {
    return RFC_3339.format(time.withOffsetSameInstant(ZoneOffset.UTC));
  }
}
