package dev.waybill.notification.smtp;

/** The mail server does not take this mail now, and may another time. */
public final class MailDeferredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message holds no address and nothing of the mail
   */
  MailDeferredException(String message) {
    super(message);
  }
}
