package dev.waybill.access.problem;

import dev.waybill.access.IssuerMissingException;
import dev.waybill.access.RoleMissingException;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers for those who may not do what they ask for, ahead of every other answer. */
@RestControllerAdvice
@Order(-1)
public final class AccessProblems {

  private static final String FORBIDDEN = "forbidden";

  @ExceptionHandler
  ResponseEntity<Object> unauthenticated(AuthenticationException failure) {
    return Problem.of(
            HttpStatus.UNAUTHORIZED,
            "unauthenticated",
            "The request carries no valid token.",
            "Send a valid token, not expired, with the claims tenant, sub and roles, in the header"
                + " Authorization: Bearer.")
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> nobodyTrusted(IssuerMissingException refusal) {
    return Problem.of(
            HttpStatus.UNAUTHORIZED,
            "issuer-missing",
            String.valueOf(refusal.getMessage()),
            "Set spring.security.oauth2.resourceserver.jwt.issuer-uri and audiences for your"
                + " identity provider, or for local use public-key-location to the PEM file of its"
                + " public key, and start the service again.")
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> missing(RoleMissingException refusal) {
    return Problem.of(
            HttpStatus.FORBIDDEN,
            FORBIDDEN,
            String.valueOf(refusal.getMessage()),
            "Use a token whose claim roles includes " + refusal.claim() + ".")
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> denied(AccessDeniedException failure) {
    return Problem.of(
            HttpStatus.FORBIDDEN,
            FORBIDDEN,
            "The token does not allow this.",
            "Use a token with the role that this needs.")
        .answer();
  }
}
