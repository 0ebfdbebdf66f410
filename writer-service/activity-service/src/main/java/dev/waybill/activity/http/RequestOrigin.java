package dev.waybill.activity.http;

import dev.waybill.outbox.Origin;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.WebRequest;

/**
 * What a request says of its cause: {@code X-Correlation-Id} and, from W3C Trace Context, {@code
 * traceparent}. A value of another form is ignored, since tracing must not fail a request.
 */
final class RequestOrigin {

  private static final Predicate<String> CORRELATION_ID =
      Pattern.compile("[A-Za-z0-9._:/-]{1,128}").asMatchPredicate();

  private RequestOrigin() {}

  static Origin of(WebRequest request) {
    return new Origin(
        matching(CORRELATION_ID, request.getHeader("X-Correlation-Id")),
        null,
        matching(Origin::isTraceparent, request.getHeader("traceparent")));
  }

  private static @Nullable String matching(Predicate<String> form, @Nullable String value) {
    return value != null && form.test(value) ? value : null;
  }
}
