package dev.waybill.outbox.staging;

import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** How many bytes a message has on its topics, with key and headers. */
final class WireSize {

  private static final int KEY = 36;

  /** {@code 2026-03-01T08:15:30.200000Z}, which the database adds. */
  private static final int RECORDED_TIME = WireHeaders.RECORDED_TIME.length() + 27;

  /**
   * Room for what each hop adds: trace context, commit time and its source, handler, replay id, and
   * the lengths that Kafka writes before each part.
   */
  private static final int PER_HOP = 512;

  private WireSize() {}

  static long of(Envelope envelope, String payload) {
    long bytes = KEY + RECORDED_TIME + PER_HOP + utf8(payload);
    for (Map.Entry<String, String> header : envelope.headers().entrySet()) {
      bytes += utf8(header.getKey()) + utf8(header.getValue());
    }
    return bytes;
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
