package dev.waybill.handler.observation;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.record.RawHeader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The headers of one record, to find its trace in. */
public final class DeliveryHeaders {

  private final List<RawHeader> headers;

  DeliveryHeaders(List<RawHeader> headers) {
    this.headers = headers;
  }

  /**
   * The text of a header; null when there is none of that name. A record without a trace context of
   * its hop has that of its message.
   */
  public @Nullable String find(String name) {
    String text = text(name);
    return text == null && name.equals(WireHeaders.HOP_TRACEPARENT)
        ? text(WireHeaders.TRACEPARENT)
        : text;
  }

  private @Nullable String text(String name) {
    for (RawHeader header : headers) {
      if (header.name().equals(name) && header.value() != null) {
        return new String(header.value(), StandardCharsets.UTF_8);
      }
    }
    return null;
  }
}
