package dev.waybill.contract.wire;

import java.util.List;

/**
 * The one catalogue of header names. Values are UTF-8 text, each header appears once.
 *
 * @see <a
 *     href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md">
 *     CloudEvents Kafka protocol binding, binary content mode</a>
 */
public final class WireHeaders {

  public static final String SPEC_VERSION = "ce_specversion";
  public static final String ID = "ce_id";
  public static final String SOURCE = "ce_source";
  public static final String TYPE = "ce_type";
  public static final String TIME = "ce_time";
  public static final String SUBJECT = "ce_subject";
  public static final String DATA_SCHEMA = "ce_dataschema";
  public static final String CONTENT_TYPE = "content-type";
  public static final String PARTITION_KEY = "ce_partitionkey";
  public static final String SEQUENCE = "ce_sequence";
  public static final String CORRELATION_ID = "ce_correlationid";
  public static final String CAUSATION_ID = "ce_causationid";
  public static final String TRACEPARENT = "ce_traceparent";
  public static final String TENANT_ID = "ce_tenantid";
  public static final String MESSAGE_KIND = "ce_messagekind";
  public static final String SCHEMA_VERSION = "ce_schemaversion";
  public static final String RECORDED_TIME = "ce_recordedtime";

  /** Per hop: the W3C trace context of the sender. */
  public static final String HOP_TRACEPARENT = "traceparent";

  /** Per hop: when the transaction committed, RFC 3339 UTC, from the WAL. */
  public static final String COMMITTED_AT = "waybill-committed-at";

  /**
   * Per hop: present, with the value {@code staged}, when {@link #COMMITTED_AT} is the staged time
   * because the message was read from the table and not from the WAL.
   */
  public static final String COMMITTED_AT_SOURCE = "waybill-committed-at-source";

  /** Per hop: the handler whom this copy is for. */
  public static final String HANDLER = "waybill-handler";

  /** Present on a replayed copy only: which replay sent it. */
  public static final String REPLAY_ID = "waybill-replay-id";

  /** The headers that an envelope may hold, in the order in which they are sent. */
  static final List<String> ENVELOPE =
      List.of(
          SPEC_VERSION,
          ID,
          SOURCE,
          TYPE,
          TIME,
          SUBJECT,
          DATA_SCHEMA,
          CONTENT_TYPE,
          PARTITION_KEY,
          SEQUENCE,
          CORRELATION_ID,
          CAUSATION_ID,
          TRACEPARENT,
          TENANT_ID,
          MESSAGE_KIND,
          SCHEMA_VERSION,
          RECORDED_TIME);

  /** The headers without which an envelope is not one. */
  static final List<String> REQUIRED =
      List.of(SPEC_VERSION, ID, SOURCE, TYPE, TIME, CONTENT_TYPE, PARTITION_KEY, SCHEMA_VERSION);

  private WireHeaders() {}
}
