package dev.waybill.access.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Lets the problems of the filter chain be answered like those of the controllers. */
public final class ProblemAnswer implements AuthenticationEntryPoint, AccessDeniedHandler {

  private final HandlerExceptionResolver problems;

  public ProblemAnswer(HandlerExceptionResolver problems) {
    this.problems = problems;
  }

  /** Sets the challenge that RFC 6750 asks for, without a link to metadata; the body follows. */
  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException failure) {
    String error =
        failure instanceof OAuth2AuthenticationException token
            ? " error=\"" + token.getError().getErrorCode() + "\""
            : "";
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer" + error);
    problems.resolveException(request, response, null, failure);
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure) {
    problems.resolveException(request, response, null, failure);
  }
}
