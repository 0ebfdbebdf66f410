package dev.waybill.handler.observation;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.record.RawHeader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The headers of one record, to find its trace in.
 *
 * @see <a href="https://www.w3.org/TR/trace-context/#traceparent-header">W3C Trace Context</a>
 */
public final class DeliveryHeaders {

  private static final String TRACESTATE = "tracestate";

  private static final String IDS = "-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}";

  /** Of version 00, or of a later one, which may have more after it. */
  private static final Pattern TRACE_CONTEXT =
      Pattern.compile("00" + IDS + "|(?!00|ff)[0-9a-f]{2}" + IDS + "(?:-.*)?");

  private final List<RawHeader> headers;

  DeliveryHeaders(List<RawHeader> headers) {
    this.headers = headers;
  }

  /**
   * The text of a header; null when there is none of that name. A record without a trace context of
   * its hop, or with one that nobody can go on with, has that of its message. What vendors wrote
   * about a trace is found together with it only.
   */
  public @Nullable String find(String name) {
    return switch (name) {
      case WireHeaders.HOP_TRACEPARENT ->
          hasHop() ? text(WireHeaders.HOP_TRACEPARENT) : text(WireHeaders.TRACEPARENT);
      case TRACESTATE -> hasHop() ? text(TRACESTATE) : null;
      default -> text(name);
    };
  }

  private boolean hasHop() {
    String hop = text(WireHeaders.HOP_TRACEPARENT);
    return hop != null && TRACE_CONTEXT.matcher(hop).matches();
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
