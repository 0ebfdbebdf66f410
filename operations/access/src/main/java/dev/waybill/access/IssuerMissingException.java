package dev.waybill.access;

import org.springframework.security.core.AuthenticationException;

/** No token can be good, since nothing says whose tokens the service is to trust. */
public final class IssuerMissingException extends AuthenticationException {

  private static final long serialVersionUID = 1L;

  /**
   * @param refused what the service made of the request
   */
  public IssuerMissingException(AuthenticationException refused) {
    super("This service does not know whose tokens to trust.", refused);
  }
}
