package dev.waybill.notification.announce;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.notification.mail.AddressTemplate;
import dev.waybill.notification.mail.EmailAddress;
import dev.waybill.notification.mail.Mail;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The mail that an event makes: to the assignee, or to who made the change where nobody is to do
 * it. Events hold ids of users and no addresses, and no other service is asked for one, so a
 * setting makes the address. Thread-safe.
 */
final class ActivityMails {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final AddressTemplate recipients;

  ActivityMails(AddressTemplate recipients) {
    this.recipients = recipients;
  }

  /**
   * Tells that an activity was planned.
   *
   * @throws DeadLetterException when the user's id makes no address
   */
  Mail created(ActivityCreated event, Delivery delivery) {
    String who =
        event.createdBy()
            + " planned an activity"
            + whose(event.assignee(), " that nobody is to do yet.");
    String due = event.dueAt() == null ? "" : "Due: " + TIME.format(event.dueAt()) + "\n";
    return mail(
        delivery,
        event.assignee() == null ? event.createdBy() : event.assignee(),
        event.createdAt(),
        "Planned: " + event.title(),
        who + "\n\n" + what(event.type(), event.title()) + due);
  }

  /**
   * Tells that an activity was completed.
   *
   * @throws DeadLetterException when the user's id makes no address
   */
  Mail completed(ActivityCompleted event, Delivery delivery) {
    String who =
        event.completedBy()
            + " completed an activity"
            + whose(event.assignee(), " that was nobody's.");
    String outcome = event.outcome() == null ? "" : "Outcome: " + event.outcome() + "\n";
    return mail(
        delivery,
        event.assignee() == null ? event.completedBy() : event.assignee(),
        event.completedAt(),
        "Completed: " + event.title(),
        who + "\n\n" + what(event.type(), event.title()) + outcome);
  }

  /**
   * Tells that an activity became somebody's.
   *
   * @throws DeadLetterException when the user's id makes no address
   */
  Mail assigned(AssignmentMail wanted, Delivery delivery) {
    String due = wanted.dueAt() == null ? "" : "Due: " + TIME.format(wanted.dueAt()) + "\n";
    return mail(
        delivery,
        wanted.assignee(),
        wanted.assignedAt(),
        "Assigned: " + wanted.title(),
        wanted.assignedBy()
            + " gave you an activity.\n\n"
            + what(wanted.type(), wanted.title())
            + due);
  }

  private Mail mail(Delivery delivery, String user, Instant at, String subject, String text) {
    EmailAddress to =
        recipients
            .addressOf(user, delivery.tenant().value())
            .orElseThrow(
                () ->
                    new DeadLetterException(
                        "malformed-address",
                        "waybill.notification.recipient makes no mail address of the user's id"));
    return new Mail(delivery.id(), to, at, subject, text + "At: " + TIME.format(at) + "\n");
  }

  private static String whose(@Nullable String assignee, String nobodys) {
    return assignee == null ? nobodys : " of yours.";
  }

  private static String what(String type, String title) {
    return "What: " + title + " (" + type + ")\n";
  }
}
