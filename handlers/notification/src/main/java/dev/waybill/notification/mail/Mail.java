package dev.waybill.notification.mail;

import dev.waybill.contract.message.MessageId;
import java.time.Instant;

/**
 * One mail of plain text to one person. All of it follows from one message, so that a repeat is the
 * same mail.
 *
 * @param message that it is sent for
 * @param date when what it tells happened
 * @param subject one line
 */
public record Mail(MessageId message, EmailAddress to, Instant date, String subject, String text) {

  /** What a header cannot hold; a line break would begin another header. */
  private static final String NO_LINE = "[\\p{Cc}\\u2028\\u2029]+";

  public Mail {
    subject = subject.replaceAll(NO_LINE, " ").strip();
  }

  /** Its Message-ID, by which a mailbox or a reader recognises a repeat (RFC 5322, 3.6.4). */
  public String id() {
    return "<" + message.value() + "@notification.waybill>";
  }

  /** Neither to whom nor what. */
  @Override
  public String toString() {
    return "mail " + id();
  }
}
