package dev.waybill.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.Visibility;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvelopeTest {

  /** The golden text: a change here is a change of the wire format. */
  private static final String GOLDEN =
      """
      {"ce_specversion":"1.0","ce_id":"0190a5c2-7f3e-7000-8000-0123456789ab",\
      "ce_source":"/activity-service","ce_type":"activity.completed",\
      "ce_time":"2026-03-01T08:15:30.123456Z","ce_subject":"42",\
      "ce_dataschema":"waybill:/schemas/activity.completed/1",\
      "content-type":"application/json","ce_partitionkey":"activity:42",\
      "ce_sequence":"0000000000000000007","ce_tenantid":"acme",\
      "ce_messagekind":"integration-event","ce_schemaversion":"1",\
      "ce_recordedtime":"2026-03-01T08:15:30.200000Z","visibility":"internal"}""";

  @Test
  void rendersGoldenText() {
    Envelope envelope = Envelope.of(fields(), Visibility.INTERNAL);

    assertThat(envelope.toJson()).isEqualTo(GOLDEN);
  }

  @Test
  void readsGoldenTextBack() {
    Envelope envelope = Envelope.parse(GOLDEN);

    assertThat(envelope).isEqualTo(Envelope.of(fields(), Visibility.INTERNAL));
    assertThat(envelope.type()).isEqualTo(new MessageType("activity.completed", 1));
    assertThat(envelope.orderingKey().value()).isEqualTo("activity:42");
    assertThat(envelope.id()).hasToString("0190a5c2-7f3e-7000-8000-0123456789ab");
    assertThat(envelope.header(WireHeaders.CORRELATION_ID)).isEmpty();
  }

  @Test
  void neverSendsTheVisibility() {
    assertThat(Envelope.parse(GOLDEN).headers()).doesNotContainKey("visibility");
  }

  @Test
  void sendsHeadersInOneOrderWhateverTheTextHas() {
    Envelope shuffled =
        Envelope.parse(
            "{\"visibility\":\"internal\"," + GOLDEN.substring(1).replace(tail(), "") + "}");

    assertThat(shuffled.headers().keySet())
        .containsExactlyElementsOf(Envelope.parse(GOLDEN).headers().keySet());
  }

  @Test
  void keepsTextThatNeedsEscaping() {
    Map<String, String> fields = fields();
    fields.put(WireHeaders.SUBJECT, "a \"quoted\" \\ line\nnext \u2028 \uD83D\uDE9A");
    Envelope envelope = Envelope.of(fields, Visibility.PUBLIC);

    assertThat(Envelope.parse(envelope.toJson())).isEqualTo(envelope);
  }

  @Test
  void refusesWhatIsNoEnvelope() {
    refuses("", "not a JSON object");
    refuses("{", "not readable JSON");
    refuses("[]", "not a JSON object");
    refuses("{\"ce_id\":1}", "'ce_id' is not a string");
    refuses("{\"ce_id\":\"a\",\"ce_id\":\"b\"}", "'ce_id' appears twice");
    refuses(GOLDEN + "{}", "text follows");
    refuses(GOLDEN.replace("\"ce_source\":\"/activity-service\",", ""), "lacks 'ce_source'");
    refuses(GOLDEN.replace("\"visibility\":\"internal\"", "\"ce_subject2\":\"x\""), "visibility");
    refuses(GOLDEN.replace("ce_tenantid", "ce_mystery"), "'ce_mystery', which is no header");
    refuses(GOLDEN.replace("internal\"", "secret\""), "no visibility is called 'secret'");
    refuses(GOLDEN.replace("\"ce_schemaversion\":\"1\"", "\"ce_schemaversion\":\"x\""), "\"x\"");
    refuses(GOLDEN.replace("0190a5c2-", "zz"), "malformed");
    refuses(GOLDEN.replace("activity:42", " "), "ordering key is blank");
  }

  private static void refuses(String json, String complaint) {
    assertThatThrownBy(() -> Envelope.parse(json))
        .isInstanceOf(InvalidEnvelopeException.class)
        .hasMessageContaining(complaint);
  }

  private static String tail() {
    return ",\"visibility\":\"internal\"}";
  }

  private static Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put(WireHeaders.RECORDED_TIME, "2026-03-01T08:15:30.200000Z");
    fields.put(WireHeaders.SPEC_VERSION, "1.0");
    fields.put(WireHeaders.ID, "0190a5c2-7f3e-7000-8000-0123456789ab");
    fields.put(WireHeaders.SOURCE, "/activity-service");
    fields.put(WireHeaders.TYPE, "activity.completed");
    fields.put(WireHeaders.TIME, "2026-03-01T08:15:30.123456Z");
    fields.put(WireHeaders.SUBJECT, "42");
    fields.put(WireHeaders.DATA_SCHEMA, "waybill:/schemas/activity.completed/1");
    fields.put(WireHeaders.CONTENT_TYPE, "application/json");
    fields.put(WireHeaders.PARTITION_KEY, "activity:42");
    fields.put(WireHeaders.SEQUENCE, "0000000000000000007");
    fields.put(WireHeaders.TENANT_ID, "acme");
    fields.put(WireHeaders.MESSAGE_KIND, "integration-event");
    fields.put(WireHeaders.SCHEMA_VERSION, "1");
    return fields;
  }
}
