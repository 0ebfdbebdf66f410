package dev.waybill.notification.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.Delivery;
import dev.waybill.handler.Message;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.TenantId;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.notification.mail.AddressTemplate;
import dev.waybill.notification.mail.Mail;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ActivityMailsTest {

  private static final UUID ID = UUID.fromString("0190a5c2-7f3e-7000-8000-0123456789ab");
  private static final Instant AT = Instant.parse("2026-03-01T08:15:30Z");

  private final ActivityMails mails =
      new ActivityMails(AddressTemplate.of("{user}@{tenant}.example.org"));

  @Test
  void tellsTheAssigneeOfAPlannedActivity() {
    Mail mail =
        mails.created(
            new ActivityCreated(
                "visit", "See the hall", "bert", Instant.parse("2026-03-05T09:00:00Z"), AT, "anna"),
            delivery());

    assertThat(mail.id()).isEqualTo("<0190a5c2-7f3e-7000-8000-0123456789ab@notification.waybill>");
    assertThat(to(mail)).isEqualTo("bert@acme.example.org");
    assertThat(mail.date()).isEqualTo(AT);
    assertThat(mail.subject()).isEqualTo("Planned: See the hall");
    assertThat(mail.text())
        .isEqualTo(
            """
            anna planned an activity of yours.

            What: See the hall (visit)
            Due: 2026-03-05 09:00 UTC
            At: 2026-03-01 08:15 UTC
            """);
  }

  @Test
  void tellsTheAssigneeOfACompletedActivity() {
    Mail mail = mails.completed(completed("See the hall", "bert", "Too dark."), delivery());

    assertThat(to(mail)).isEqualTo("bert@acme.example.org");
    assertThat(mail.subject()).isEqualTo("Completed: See the hall");
    assertThat(mail.text())
        .isEqualTo(
            """
            carl completed an activity of yours.

            What: See the hall (visit)
            Outcome: Too dark.
            At: 2026-03-01 08:15 UTC
            """);
  }

  @Test
  void tellsWhoeverAnActivityIsGivenTo() {
    Mail mail =
        mails.assigned(
            new AssignmentMail(
                "visit", "See the hall", "bert", Instant.parse("2026-03-05T09:00:00Z"), AT, "anna"),
            delivery());

    assertThat(to(mail)).isEqualTo("bert@acme.example.org");
    assertThat(mail.subject()).isEqualTo("Assigned: See the hall");
    assertThat(mail.text())
        .isEqualTo(
            """
            anna gave you an activity.

            What: See the hall (visit)
            Due: 2026-03-05 09:00 UTC
            At: 2026-03-01 08:15 UTC
            """);
  }

  @Test
  void tellsWhoDidItWhereNobodyIsToDoIt() {
    Mail planned =
        mails.created(new ActivityCreated("task", "Tidy", null, null, AT, "anna"), delivery());
    Mail completed = mails.completed(completed("Tidy", null, null), delivery());

    assertThat(to(planned)).isEqualTo("anna@acme.example.org");
    assertThat(planned.text()).startsWith("anna planned an activity that nobody is to do yet.\n");
    assertThat(planned.text()).doesNotContain("Due", "null");
    assertThat(to(completed)).isEqualTo("carl@acme.example.org");
    assertThat(completed.text()).startsWith("carl completed an activity that was nobody's.\n");
    assertThat(completed.text()).doesNotContain("Outcome", "null");
  }

  @Test
  void keepsATitleOnTheSubjectsLine() {
    Mail mail = mails.completed(completed("Hi\r\nBcc: all@x.org\u2028", "bert", null), delivery());

    assertThat(mail.subject()).isEqualTo("Completed: Hi Bcc: all@x.org");
  }

  @Test
  void givesUpAtOnceWhenTheIdMakesNoAddressAndRepeatsItNowhere() {
    assertThatThrownBy(() -> mails.completed(completed("Tidy", "no one", null), delivery()))
        .isInstanceOfSatisfying(
            DeadLetterException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("malformed-address");
              assertThat(refused).hasMessageNotContaining("no one");
            });
  }

  @Test
  void tellsNothingOfAMailToALog() {
    assertThat(mails.completed(completed("Tidy", "bert", null), delivery()))
        .hasToString("mail <0190a5c2-7f3e-7000-8000-0123456789ab@notification.waybill>");
  }

  private static ActivityCompleted completed(
      String title, @Nullable String assignee, @Nullable String outcome) {
    return new ActivityCompleted("visit", title, assignee, outcome, AT, "carl");
  }

  private static String to(Mail mail) {
    return mail.to().toInternetAddress().getAddress();
  }

  private static Delivery delivery() {
    Message message =
        new Message(
            new MessageId(ID),
            new MessageType("activity.created", 1),
            new TenantId("acme"),
            new OrderingKey("activity:1"),
            null,
            null);
    return new Delivery(
        new HandlerId("notification"), message, new RecordPosition("t", 0, 0), 1, false);
  }
}
