package dev.waybill.outbox.trace;

import dev.waybill.outbox.Origin;
import dev.waybill.outbox.OriginScope;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the open {@link OriginScope} says, and where that names no trace context, the span that is
 * current in Micrometer's tracer. Thread-safe.
 */
public final class TracerOrigin implements Supplier<Origin> {

  private static final int TRACE_ID = 32;

  private final Tracer tracer;

  public TracerOrigin(Tracer tracer) {
    this.tracer = tracer;
  }

  @Override
  public Origin get() {
    return OriginScope.current().orElse(new Origin(null, null, traceparent()));
  }

  private @Nullable String traceparent() {
    TraceContext context = tracer.currentTraceContext().context();
    if (context == null || context.traceId().isEmpty() || context.spanId().isEmpty()) {
      return null;
    }
    return "00-%s-%s-%s"
        .formatted(
            padded(context.traceId()),
            context.spanId(),
            Boolean.TRUE.equals(context.sampled()) ? "01" : "00");
  }

  /** Brave's trace ids may have 64 bits; W3C Trace Context has zeros at their left. */
  private static String padded(String traceId) {
    return "0".repeat(Math.max(0, TRACE_ID - traceId.length())) + traceId;
  }
}
