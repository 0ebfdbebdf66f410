package dev.waybill.notification.smtp;

import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.notification.mail.EmailAddress;
import dev.waybill.notification.mail.Mail;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/**
 * Hands mails to the mail server, each over a connection of its own. Spring's sender holds the
 * settings and the session; it does not send, because it reports a mail as failed when only the
 * good-bye failed, and does not tell a server that is away from one that refuses. Thread-safe.
 */
public final class SmtpMailer {

  private static final Logger LOG = LoggerFactory.getLogger(SmtpMailer.class);

  private final JavaMailSenderImpl server;
  private final EmailAddress from;

  SmtpMailer(JavaMailSenderImpl server, EmailAddress from) {
    this.server = server;
    this.from = from;
  }

  /**
   * Returns when the server has taken the mail. It may have taken it also when this throws, if the
   * connection broke before its answer: then the mail is sent again, with the same Message-ID.
   *
   * @throws MailServerUnavailableException when no server answers, or none that takes mails of this
   *     service
   * @throws MailDeferredException when the server may take the mail another time
   * @throws DeadLetterException when it will never take it: {@code recipient-refused} or {@code
   *     mail-refused}
   */
  public void send(Mail mail) {
    Session session = server.getSession();
    try {
      MimeMessage message = message(session, mail);
      Transport transport = connect(session);
      try {
        transport.sendMessage(message, message.getAllRecipients());
      } finally {
        close(transport);
      }
    } catch (MessagingException e) {
      throw failure(mail, e);
    }
  }

  private MimeMessage message(Session session, Mail mail) throws MessagingException {
    MimeMessage message =
        new MimeMessage(session) {
          /** In place of one that the library makes up. */
          @Override
          protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", mail.id());
          }
        };
    message.setFrom(from.toInternetAddress());
    message.setRecipient(Message.RecipientType.TO, mail.to().toInternetAddress());
    message.setSubject(mail.subject(), StandardCharsets.UTF_8.name());
    message.setSentDate(Date.from(mail.date()));
    // So that no mailbox answers that its owner is away (RFC 3834).
    message.setHeader("Auto-Submitted", "auto-generated");
    message.setText(mail.text(), StandardCharsets.UTF_8.name());
    message.saveChanges();
    return message;
  }

  private Transport connect(Session session) throws MessagingException {
    String protocol = server.getProtocol();
    Transport transport =
        session.getTransport(protocol == null ? JavaMailSenderImpl.DEFAULT_PROTOCOL : protocol);
    try {
      transport.connect(
          server.getHost(), server.getPort(), server.getUsername(), server.getPassword());
      return transport;
    } catch (MessagingException e) {
      throw new MailServerUnavailableException(
          "the mail server did not take the connection", io(e).orElse(null));
    }
  }

  private static RuntimeException failure(Mail mail, MessagingException failure) {
    Optional<Reply> reply = Reply.find(failure);
    if (reply.isPresent()) {
      return reply.get().toException();
    }
    return io(failure)
        .<RuntimeException>map(
            cause -> new MailServerUnavailableException("the mail server did not answer", cause))
        .orElseGet(() -> new IllegalStateException(mail + " cannot be written", failure));
  }

  /** What the network did to it. */
  private static Optional<IOException> io(MessagingException failure) {
    return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(20)
        .filter(IOException.class::isInstance)
        .map(IOException.class::cast)
        .findFirst();
  }

  /** What became of the mail is known by now. */
  private static void close(Transport transport) {
    try {
      transport.close();
    } catch (MessagingException e) {
      LOG.debug("The mail server did not say good-bye", e);
    }
  }
}
