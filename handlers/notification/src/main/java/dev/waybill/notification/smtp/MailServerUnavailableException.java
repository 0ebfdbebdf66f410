package dev.waybill.notification.smtp;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The mail server is not there, does not answer in time, or takes nothing from this service: no
 * mail's fault. {@code waybill.handler.outage.exceptions} names this class, so that the handler
 * stands still when it concerns several keys.
 */
public final class MailServerUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message holds no address and nothing that the server said
   */
  MailServerUnavailableException(String message, @Nullable IOException cause) {
    super(message, cause);
  }
}
