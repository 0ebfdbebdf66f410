package dev.waybill.handler.testbed;

import dev.waybill.contract.wire.WireHeaders;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One message to send.
 *
 * @param partition where to; null lets the producer choose
 */
public record Parcel(
    UUID id, String key, @Nullable Integer partition, Map<String, String> headers, String payload) {

  private static final AtomicLong STEPS = new AtomicLong();

  public static Parcel of(String key) {
    return acting(key, null);
  }

  /** One that makes the handler do something. */
  public static Parcel acting(String key, @Nullable String act) {
    UUID id = newId();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(WireHeaders.SPEC_VERSION, "1.0");
    headers.put(WireHeaders.ID, id.toString());
    headers.put(WireHeaders.SOURCE, "/test");
    headers.put(WireHeaders.TYPE, "parcel.moved");
    headers.put(WireHeaders.PARTITION_KEY, key);
    headers.put(WireHeaders.TENANT_ID, "acme");
    headers.put(WireHeaders.SCHEMA_VERSION, "1");
    headers.put(WireHeaders.HANDLER, "parcels");
    String payload =
        "{\"parcel\": \"%s\", \"step\": %d, \"later\": true%s}"
            .formatted(
                key, STEPS.incrementAndGet(), act == null ? "" : ", \"act\": \"" + act + "\"");
    return new Parcel(id, key, null, headers, payload);
  }

  /** A version 7 id, as writers make them. */
  private static UUID newId() {
    return idOf(System.currentTimeMillis());
  }

  /** A version 7 id that says it was made then. */
  public static UUID idOf(long epochMillis) {
    UUID random = UUID.randomUUID();
    long most = (epochMillis << 16) | 0x7000L | (random.getMostSignificantBits() & 0xfffL);
    return new UUID(most, random.getLeastSignificantBits());
  }

  /** The same, as a call to the outside. */
  public Parcel asCall() {
    return with(WireHeaders.TYPE, "parcel.called");
  }

  /** The same with another id. */
  public Parcel withId(UUID other) {
    return new Parcel(other, key, partition, headers, payload)
        .with(WireHeaders.ID, other.toString());
  }

  /** A copy that a replay sends. */
  public Parcel replayedAs(String replayId) {
    return with(WireHeaders.REPLAY_ID, replayId);
  }

  public Parcel to(int number) {
    return new Parcel(id, key, number, headers, payload);
  }

  public Parcel with(String header, String value) {
    Map<String, String> changed = new LinkedHashMap<>(headers);
    changed.put(header, value);
    return new Parcel(id, key, partition, changed, payload);
  }

  public Parcel withPayload(String text) {
    return new Parcel(id, key, partition, headers, text);
  }

  ProducerRecord<byte[], byte[]> record(String topic) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, partition, bytes(id.toString()), bytes(payload));
    headers.forEach((name, value) -> record.headers().add(name, bytes(value)));
    return record;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
