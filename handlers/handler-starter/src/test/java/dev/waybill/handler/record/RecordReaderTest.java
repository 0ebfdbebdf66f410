package dev.waybill.handler.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.CorrelationId;
import dev.waybill.handler.Message;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.TenantId;
import dev.waybill.handler.Upcaster;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

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
    Message message = reader.read(record(HEADERS)).message();

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
    RawRecord record = record(HEADERS);
    record.headers().add(RawHeader.text("ce_id", "x"));

    assertThatThrownBy(() -> reader.read(record)).hasMessage("header ce_id appears twice");
  }

  @Test
  void readsARecordWithoutAKeyAndRefusesOneOfAnotherKey() {
    assertThat(reader.read(record(null, HEADERS)).message().id())
        .hasToString("01890000-0000-7000-8000-000000000000");
    assertThatThrownBy(() -> reader.read(record("another", HEADERS)))
        .hasMessageContaining("key is not the id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ce_tenantid", "ce_partitionkey", "waybill-replay-id"})
  void refusesWhatNoTextColumnHolds(String header) {
    assertThatThrownBy(() -> reader.read(record(with(header, "a\0b"))))
        .isInstanceOf(RefusedRecordException.class)
        .hasMessageContainingAll(header, "malformed");
  }

  @Test
  void tellsWhichReplaySentACopy() {
    assertThat(reader.read(record(with("waybill-replay-id", "r-1"))).replay())
        .isEqualTo(new ReplayId("r-1"));
    assertThat(reader.read(record(HEADERS)).replay()).isNull();
  }

  @Test
  void givesHeadersBackByteForByte() {
    List<RawHeader> headers =
        List.of(
            RawHeader.text("text", "ünïcode\0\n"),
            new RawHeader("bytes", new byte[] {(byte) 0xff, 0}),
            new RawHeader("none", null),
            RawHeader.text("empty", ""),
            RawHeader.text("text", "twice"));

    assertThat(HeaderJson.read(HeaderJson.write(headers)))
        .usingRecursiveComparison()
        .isEqualTo(headers);
    assertThat(HeaderJson.write(headers)).doesNotContain("\0");
  }

  @Test
  void namesAnUnreadableRecordByItsPlaceAndItsReplayByThatOfTheFirstCopy() {
    UUID topic = UUID.randomUUID();
    RawRecord first = record(with("ce_type", "Moved"));
    RawRecord again =
        record(
            Map.of(
                "waybill-replay-id", "r-1",
                "waybill-dlt-topic", "parcels",
                "waybill-dlt-partition", "1",
                "waybill-dlt-offset", "17"));

    Message stand = UnreadableRecords.stand(first, topic, new RecordPosition("parcels", 1, 17));

    assertThat(stand.tenant()).isEqualTo(new TenantId("acme"));
    assertThat(stand.id().toString()).isNotEqualTo(HEADERS.get("ce_id"));
    assertThat(UnreadableRecords.stand(again, topic, new RecordPosition("parcels", 2, 40)).id())
        .isEqualTo(stand.id());
    assertThat(UnreadableRecords.stand(first, topic, new RecordPosition("parcels", 1, 18)).id())
        .isNotEqualTo(stand.id());
  }

  @Test
  void quotesNothingOfAPayloadThatItCannotRead() {
    byte[] secret = "{\"n\": \"secret\"}".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> new PayloadReader().read(secret, Numbered.class, List.of()))
        .isInstanceOf(RefusedRecordException.class)
        .hasMessageContaining("Numbered")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void rewritesAPayloadStepByStepAndKeepsItsDigits() {
    byte[] old = "{\"amount\": 0.12345678901234567890, \"m\": 1}".getBytes(StandardCharsets.UTF_8);

    Object read =
        new PayloadReader()
            .read(old, Renamed.class, List.of(renaming(1, "m", "k"), renaming(2, "k", "n")));

    assertThat(read).isEqualTo(new Renamed(1, new BigDecimal("0.12345678901234567890")));
  }

  private static Upcaster renaming(int from, String before, String after) {
    return new Upcaster() {
      @Override
      public String type() {
        return "parcel.moved";
      }

      @Override
      public int fromVersion() {
        return from;
      }

      @Override
      public ObjectNode upcast(ObjectNode payload) {
        payload.set(after, payload.remove(before));
        return payload;
      }
    };
  }

  record Renamed(int n, BigDecimal amount) {}

  record Numbered(int n) {}

  private static Map<String, String> with(String header, String value) {
    Map<String, String> headers = new LinkedHashMap<>(HEADERS);
    headers.put(header, value);
    return headers;
  }

  private static RawRecord record(Map<String, String> headers) {
    return record("01890000-0000-7000-8000-000000000000", headers);
  }

  private static RawRecord record(@Nullable String key, Map<String, String> headers) {
    List<RawHeader> raw = new ArrayList<>();
    headers.forEach((name, value) -> raw.add(RawHeader.text(name, value)));
    return new RawRecord(
        key == null ? null : key.getBytes(StandardCharsets.UTF_8), new byte[] {'{', '}'}, raw);
  }
}
