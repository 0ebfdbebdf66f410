package dev.waybill.notification.smtp;

import dev.waybill.handler.outcome.DeadLetterException;
import jakarta.mail.MessagingException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;

/**
 * What a mail server answered in place of taking a mail (RFC 5321, 4.2). Of its text only an
 * enhanced status code (RFC 3463) is kept: the rest tends to repeat the address.
 *
 * @param subject what the server refused
 * @param code three digits; -1 when it hung up instead
 * @param status the enhanced code with a blank before it; empty when there was none
 */
record Reply(Subject subject, int code, String status) {

  private static final Pattern ENHANCED = Pattern.compile("\\b[245]\\.\\d{1,3}\\.\\d{1,3}\\b");
  private static final int CLOSING = 421;
  private static final int TRANSIENT = 400;
  private static final int PERMANENT = 500;

  /** At which step of the dialogue. */
  enum Subject {
    /** That this service sends anything. */
    SENDER("this service as a sender"),
    RECIPIENT("the recipient"),
    MESSAGE("the mail");

    private final String words;

    Subject(String words) {
      this.words = words;
    }
  }

  /** The refusal in a failure of the library; empty when it was none. */
  static Optional<Reply> find(MessagingException failure) {
    return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(20)
        .flatMap(cause -> of(cause).stream())
        .findFirst();
  }

  private static Optional<Reply> of(Throwable failure) {
    if (failure instanceof SMTPAddressFailedException refused) {
      return Optional.of(reply(Subject.RECIPIENT, refused.getReturnCode(), refused));
    }
    if (failure instanceof SMTPSendFailedException refused) {
      boolean sender = String.valueOf(refused.getCommand()).startsWith("MAIL");
      return Optional.of(
          reply(sender ? Subject.SENDER : Subject.MESSAGE, refused.getReturnCode(), refused));
    }
    return Optional.empty();
  }

  private static Reply reply(Subject subject, int code, Throwable refused) {
    Matcher enhanced = ENHANCED.matcher(String.valueOf(refused.getMessage()));
    return new Reply(subject, code, enhanced.find() ? " " + enhanced.group() : "");
  }

  /** What to throw because of it. */
  RuntimeException toException() {
    if (code == CLOSING || code < TRANSIENT || subject == Subject.SENDER) {
      return new MailServerUnavailableException(text(), null);
    }
    return code < PERMANENT
        ? new MailDeferredException(text())
        : new DeadLetterException(
            subject == Subject.RECIPIENT ? "recipient-refused" : "mail-refused", text());
  }

  private String text() {
    return code < 0
        ? "the mail server hung up"
        : "the mail server refused " + subject.words + ": " + code + status;
  }
}
