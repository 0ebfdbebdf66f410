package dev.waybill.notification.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.MessageId;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.notification.mail.EmailAddress;
import dev.waybill.notification.mail.Mail;
import dev.waybill.notification.testbed.TestMailServer;
import dev.waybill.notification.testbed.TestMailServer.Received;
import dev.waybill.notification.testbed.UselessMailServer;
import dev.waybill.notification.testbed.UselessMailServer.Manner;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mail.javamail.JavaMailSenderImpl;

class SmtpMailerTest {

  private static final String SENDER = "waybill@example.org";
  private static final TestMailServer SERVER = TestMailServer.start(0);

  private final String address = UUID.randomUUID() + "@example.org";
  private final Mail mail = mail(address, "Planned: Übergabe");

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @Test
  void sendsWhatTheMailSaysUnderItsOwnMessageId() throws Exception {
    mailer(SERVER.port()).send(mail);

    assertThat(SERVER.mails(mail.id()))
        .singleElement()
        .satisfies(
            received -> {
              assertThat(received.sender()).isEqualTo(SENDER);
              assertThat(received.recipient()).isEqualTo(address);
              assertThat(received.message().getSubject()).isEqualTo("Planned: Übergabe");
              assertThat(received.message().getSentDate()).isEqualTo(mail.date());
              assertThat(received.header("Auto-Submitted")).isEqualTo("auto-generated");
              assertThat(received.message().getContent().toString().replace("\r\n", "\n"))
                  .isEqualTo(mail.text());
            });
  }

  @Test
  void sendsARepeatAsTheSameMail() throws Exception {
    mailer(SERVER.port()).send(mail);
    mailer(SERVER.port()).send(mail);

    assertThat(SERVER.mails(mail.id())).hasSize(2);
    assertThat(SERVER.mails(mail.id()))
        .extracting(received -> received.header("Date") + received.header("Subject"))
        .containsOnly(
            SERVER.mails(mail.id()).get(0).header("Date")
                + SERVER.mails(mail.id()).get(0).header("Subject"));
  }

  @ParameterizedTest
  @CsvSource({"450", "451", "452"})
  void asksForAnotherAttemptWhenTheServerTakesItNotNow(int code) {
    SERVER.refuseRecipient(address, code, "4.2.0 " + address + " is busy", 1);

    assertThatThrownBy(() -> mailer(SERVER.port()).send(mail))
        .isInstanceOf(MailDeferredException.class)
        .hasNoCause()
        .hasMessage("the mail server refused the recipient: " + code + " 4.2.0");

    mailer(SERVER.port()).send(mail);
    assertThat(SERVER.mails(mail.id())).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"550", "551", "553", "501", "554"})
  void givesUpARecipientThatTheServerNeverTakes(int code) {
    SERVER.refuseRecipient(address, code, "5.1.1 no such user " + address, TestMailServer.ALWAYS);

    assertDead("recipient-refused", "the mail server refused the recipient: " + code + " 5.1.1");
  }

  @Test
  void givesUpAMailThatTheServerNeverTakes() {
    SERVER.refuseMailTo(address, 554, "looks like " + mail.subject());

    assertDead("mail-refused", "the mail server refused the mail: 554");
  }

  @Test
  void triesAMailAgainThatTheServerTakesNotNow() {
    SERVER.refuseMailTo(address, 451, "4.3.1 no room");

    assertThatThrownBy(() -> mailer(SERVER.port()).send(mail))
        .isInstanceOf(MailDeferredException.class)
        .hasMessage("the mail server refused the mail: 451 4.3.1");
  }

  @Test
  void blamesNoMailWhenTheServerTakesNoneOfThisService() {
    SERVER.refuseSender("stranger@example.org", 550, "relaying denied");

    assertThatThrownBy(() -> mailer(SERVER.port(), "stranger@example.org").send(mail))
        .isInstanceOf(MailServerUnavailableException.class)
        .hasMessage("the mail server refused this service as a sender: 550");
  }

  @Test
  void blamesNoMailWhenTheServerIsAboutToClose() {
    SERVER.refuseRecipient(address, 421, "closing", 1);

    assertThatThrownBy(() -> mailer(SERVER.port()).send(mail))
        .isInstanceOf(MailServerUnavailableException.class);
    try (UselessMailServer closing = UselessMailServer.start(0, Manner.CLOSING)) {
      assertThatThrownBy(() -> mailer(closing.port()).send(mail))
          .isInstanceOf(MailServerUnavailableException.class);
    }
  }

  @Test
  void blamesNoMailWhenNobodyListens() {
    UselessMailServer gone = UselessMailServer.start(0, Manner.CLOSING);
    gone.close();

    assertThatThrownBy(() -> mailer(gone.port()).send(mail))
        .isInstanceOf(MailServerUnavailableException.class)
        .hasCauseInstanceOf(ConnectException.class);
  }

  @Test
  void waitsForAnAnswerNoLongerThanItsTimeout() {
    try (UselessMailServer silent = UselessMailServer.start(0, Manner.SILENT)) {
      assertThatThrownBy(() -> mailer(silent.port()).send(mail))
          .isInstanceOf(MailServerUnavailableException.class)
          .hasCauseInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void hangsUpWhenItIsInterruptedHoweverMuchTheServerTalks() throws Exception {
    try (UselessMailServer talking = UselessMailServer.start(0, Manner.TALKING)) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread caller =
          new Thread(
              () -> thrown.complete(catchThrowable(() -> mailer(talking.port()).send(mail))));
      caller.start();
      await().until(() -> talking.open() == 1);

      caller.interrupt();

      assertThat(thrown.get(5, TimeUnit.SECONDS))
          .isInstanceOf(MailServerUnavailableException.class)
          .hasCauseInstanceOf(IOException.class);
      await().until(() -> talking.open() == 0);
    }
  }

  private void assertDead(String code, String message) {
    assertThatThrownBy(() -> mailer(SERVER.port()).send(mail))
        .hasNoCause()
        .isInstanceOfSatisfying(
            DeadLetterException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(code);
              assertThat(refused).hasMessage(message);
            });
    assertThat(SERVER.mails(mail.id())).extracting(Received::recipient).isEmpty();
  }

  private static Mail mail(String address, String subject) {
    return new Mail(
        new MessageId(UUID.randomUUID()),
        EmailAddress.parse(address).orElseThrow(),
        Instant.parse("2026-03-01T08:15:30Z"),
        subject,
        "Was: Übergabe\n.\nbis dann\n");
  }

  private static SmtpMailer mailer(int port) {
    return mailer(port, SENDER);
  }

  private static SmtpMailer mailer(int port, String sender) {
    JavaMailSenderImpl server = new JavaMailSenderImpl();
    server.setHost("127.0.0.1");
    server.setPort(port);
    Duration half = Duration.ofMillis(500);
    return SmtpConfiguration.mailer(server, new SmtpProperties(sender, half, half, half));
  }
}
