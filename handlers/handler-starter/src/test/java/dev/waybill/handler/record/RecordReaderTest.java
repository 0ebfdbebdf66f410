package dev.waybill.handler.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.CorrelationId;
import dev.waybill.handler.Message;
import dev.waybill.handler.TenantId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordReaderTest {

  private static final Map<String, String> HEADERS =
      Map.of(
          "ce_id", "01890000-0000-7000-8000-000000000000",
          "ce_type", "parcel.moved",
          "ce_schemaversion", "2",
          "ce_tenantid", "acme",
          "ce_partitionkey", "parcel:1",
          "ce_correlationid", "request-1",
          "waybill-committed-at", "2026-03-01T08:15:30.123456Z",
          "waybill-handler", "parcels");

  private final RecordReader reader = new RecordReader(new HandlerId("parcels"));

  @Test
  void readsTheHeaders() {
    Message message = reader.read(record(HEADERS));

    assertThat(message.id()).hasToString("01890000-0000-7000-8000-000000000000");
    assertThat(message.type()).isEqualTo(new MessageType("parcel.moved", 2));
    assertThat(message.tenant()).isEqualTo(new TenantId("acme"));
    assertThat(message.correlationId()).isEqualTo(new CorrelationId("request-1"));
    assertThat(message.committedAt()).isEqualTo(Instant.parse("2026-03-01T08:15:30.123456Z"));
  }

  @Test
  void refusesTheCopyOfAnother() {
    assertThatThrownBy(() -> reader.read(record(with("waybill-handler", "dashboard"))))
        .isInstanceOf(RefusedRecordException.class)
        .hasMessageContaining("misrouted", "dashboard");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ce_id", "ce_type", "ce_schemaversion", "ce_tenantid", "ce_partitionkey"})
  void refusesARecordThatLacks(String header) {
    Map<String, String> headers = new LinkedHashMap<>(HEADERS);
    headers.remove(header);

    assertThatThrownBy(() -> reader.read(record(headers)))
        .isInstanceOf(RefusedRecordException.class)
        .hasMessage("header " + header + " is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "ce_id, 17",
    "ce_type, Moved",
    "ce_schemaversion, one",
    "ce_schemaversion, 0",
    "ce_tenantid, ' '",
    "waybill-committed-at, yesterday"
  })
  void refusesAMalformed(String header, String value) {
    assertThatThrownBy(() -> reader.read(record(with(header, value))))
        .isInstanceOf(RefusedRecordException.class)
        .hasMessageContainingAll(header, "malformed", value);
  }

  @Test
  void quotesLittleOfAHeaderAndKeepsItOnOneLine() {
    String text = "line\n\u001b[31m" + "x".repeat(5_000);

    assertThatThrownBy(() -> reader.read(record(with("waybill-committed-at", text))))
        .isInstanceOf(RefusedRecordException.class)
        .message()
        .contains("header waybill-committed-at", "line??[31mxx")
        .doesNotContain("\n")
        .hasSizeLessThan(200);
  }

  @Test
  void refusesATypeWhoseLengthWouldExhaustTheStack() {
    String name = "a" + ".a".repeat(200_000);

    assertThatThrownBy(() -> reader.read(record(with("ce_type", name))))
        .isInstanceOf(RefusedRecordException.class)
        .hasMessageContaining("header ce_type is malformed");
  }

  @Test
  void refusesAHeaderThatAppearsTwice() {
    ConsumerRecord<byte[], byte[]> record = record(HEADERS);
    record.headers().add("ce_id", "x".getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> reader.read(record)).hasMessage("header ce_id appears twice");
  }

  @Test
  void quotesNothingOfAPayloadThatItCannotRead() {
    byte[] secret = "{\"n\": \"secret\"}".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> new PayloadReader().read(secret, Numbered.class))
        .isInstanceOf(RefusedRecordException.class)
        .hasMessageContaining("Numbered")
        .message()
        .doesNotContain("secret");
  }

  record Numbered(int n) {}

  private static Map<String, String> with(String header, String value) {
    Map<String, String> headers = new LinkedHashMap<>(HEADERS);
    headers.put(header, value);
    return headers;
  }

  private static ConsumerRecord<byte[], byte[]> record(Map<String, String> headers) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("topic", 0, 17, new byte[0], new byte[] {'{', '}'});
    headers.forEach(
        (name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
    return record;
  }
}
