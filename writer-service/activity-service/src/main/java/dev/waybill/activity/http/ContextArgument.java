package dev.waybill.activity.http;

import dev.waybill.access.token.CallerArgument;
import dev.waybill.activity.command.Context;
import dev.waybill.activity.refused.FieldError;
import dev.waybill.activity.refused.InvalidRequestException;
import dev.waybill.activity.repeat.IdempotencyKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Hands what is around a command, from the token and the headers, to a controller's method. */
final class ContextArgument implements HandlerMethodArgumentResolver {

  private final CallerArgument callers = new CallerArgument();

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Context.class;
  }

  @Override
  public Context resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    return new Context(
        callers.resolveArgument(parameter, container, request, binders),
        RequestOrigin.of(request),
        key(request.getHeaderValues(IdempotencyKey.HEADER)));
  }

  private static @Nullable IdempotencyKey key(String @Nullable [] values) {
    if (values == null || values.length == 0) {
      return null;
    }
    if (values.length > 1) {
      throw new InvalidRequestException(
          List.of(new FieldError(IdempotencyKey.HEADER, "must be sent once")));
    }
    return new IdempotencyKey(values[0]);
  }
}
