package dev.waybill.access.gate;

import dev.waybill.access.IssuerMissingException;
import dev.waybill.access.problem.ProblemAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.AuthenticationEntryPoint;

/** Refuses everybody, with or without a token, and says that the service is the reason. */
record NobodyTrusted(ProblemAnswer answer) implements JwtDecoder, AuthenticationEntryPoint {

  @Override
  public Jwt decode(String token) {
    throw new BadJwtException("no issuer is configured");
  }

  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException failure) {
    answer.commence(request, response, new IssuerMissingException(failure));
  }
}
