package dev.waybill.activity.http;

import dev.waybill.outbox.Origin;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.WebRequest;

/**
 * What a request says of its cause: {@code X-Correlation-Id} and, from W3C Trace Context, {@code
 * traceparent}. A value of another form is ignored, since tracing must not fail a request.
 */
final class RequestOrigin {

  private static final Pattern CORRELATION_ID = Pattern.compile("[A-Za-z0-9._:/-]{1,128}");
  private static final Pattern TRACEPARENT =
      Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private RequestOrigin() {}

  static Origin of(WebRequest request) {
    return new Origin(
        matching(CORRELATION_ID, request.getHeader("X-Correlation-Id")),
        null,
        matching(TRACEPARENT, request.getHeader("traceparent")));
  }

  private static @Nullable String matching(Pattern form, @Nullable String value) {
    return value != null && form.matcher(value).matches() ? value : null;
  }
}
