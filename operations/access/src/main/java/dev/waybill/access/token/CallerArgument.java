package dev.waybill.access.token;

import dev.waybill.access.Caller;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Hands the caller to a controller's method that takes a {@link Caller}. */
public final class CallerArgument implements HandlerMethodArgumentResolver {

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Caller.class;
  }

  @Override
  public Caller resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    if (request.getUserPrincipal() instanceof JwtAuthenticationToken authenticated) {
      return TokenClaims.caller(authenticated.getToken());
    }
    throw new IllegalStateException("a request without a token reached " + parameter.getMethod());
  }
}
