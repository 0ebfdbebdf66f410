package dev.waybill.outbox.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.outbox.Origin;
import dev.waybill.outbox.OriginScope;
import io.micrometer.tracing.CurrentTraceContext;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TracerOriginTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SPAN = "b7ad6b7169203331";

  @Test
  void takesTheCurrentSpan() {
    assertThat(traceparent(TRACE, true)).isEqualTo("00-" + TRACE + "-" + SPAN + "-01");
    assertThat(traceparent(TRACE, null)).isEqualTo("00-" + TRACE + "-" + SPAN + "-00");
  }

  @Test
  void widensAShortTraceId() {
    assertThat(traceparent("8448eb211c80319c", false))
        .isEqualTo("00-00000000000000008448eb211c80319c-" + SPAN + "-00");
  }

  @Test
  void knowsNothingWithoutASpan() {
    assertThat(new TracerOrigin(Tracer.NOOP).get()).isEqualTo(Origin.UNKNOWN);
  }

  @Test
  void leavesWhatTheOpenScopeSays() {
    try (OriginScope scope = OriginScope.open(new Origin("request", null, null))) {
      assertThat(new TracerOrigin(tracer(TRACE, true)).get())
          .isEqualTo(new Origin("request", null, "00-" + TRACE + "-" + SPAN + "-01"));
    }
    try (OriginScope scope = OriginScope.open(new Origin(null, null, "said"))) {
      assertThat(new TracerOrigin(tracer(TRACE, true)).get().traceparent()).isEqualTo("said");
    }
  }

  private static @Nullable String traceparent(String traceId, @Nullable Boolean sampled) {
    return new TracerOrigin(tracer(traceId, sampled)).get().traceparent();
  }

  private static Tracer tracer(String traceId, @Nullable Boolean sampled) {
    Map<String, @Nullable Object> span = new HashMap<>();
    span.put("traceId", traceId);
    span.put("spanId", SPAN);
    span.put("sampled", sampled);
    TraceContext context = answering(TraceContext.class, span);
    CurrentTraceContext current = answering(CurrentTraceContext.class, Map.of("context", context));
    return answering(Tracer.class, Map.of("currentTraceContext", current));
  }

  private static <T> T answering(Class<T> type, Map<String, ? extends @Nullable Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> answers.get(method.getName())));
  }
}
