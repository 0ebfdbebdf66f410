package dev.waybill.activity.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Lets the problems of the filter chain be answered like those of the controllers. */
final class ProblemAnswer implements AuthenticationEntryPoint, AccessDeniedHandler {

  private final BearerTokenAuthenticationEntryPoint challenge =
      new BearerTokenAuthenticationEntryPoint();
  private final HandlerExceptionResolver problems;

  ProblemAnswer(HandlerExceptionResolver problems) {
    this.problems = problems;
  }

  /** Sets the challenge that RFC 6750 asks for, then writes the body. */
  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException failure) {
    challenge.commence(request, response, failure);
    problems.resolveException(request, response, null, failure);
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure) {
    problems.resolveException(request, response, null, failure);
  }
}
