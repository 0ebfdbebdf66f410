package dev.waybill.local.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailCatcherTest {
  private static final int MOST = 3;
  private static final int MEGABYTE = 1024 * 1024;

  private final Path folder;

  MailCatcherTest(@TempDir Path temporary) {
    folder = temporary.resolve("mails");
  }

  @Test
  void keepsEachMailAsAFileAndTellsOfIt() throws Exception {
    Instant before = Instant.now();
    try (MailCatcher catcher = MailCatcher.start(0, folder, MOST)) {
      send(catcher, "<one@example.org>", "Geplant: Übergabe");

      assertThat(catcher.mails())
          .singleElement()
          .satisfies(
              mail -> {
                assertThat(mail.id()).isEqualTo("<one@example.org>");
                assertThat(mail.recipients()).containsExactly("bert@example.org");
                assertThat(mail.subject()).isEqualTo("Geplant: Übergabe");
                assertThat(mail.at()).isBetween(before, Instant.now());
                assertThat(mail.file()).hasFileName("00000001-one.eml");
                assertThat(Files.readString(mail.file()))
                    .contains("Message-ID: <one@example.org>\r\n", "\r\n\r\nCome at nine.")
                    .doesNotContain("Received:");
              });
      assertThat(catcher.folder()).isEqualTo(folder);
    }
  }

  @Test
  void keepsTheLastMailsAlsoOverARestart() throws Exception {
    try (MailCatcher first = MailCatcher.start(0, folder, MOST)) {
      send(first, "<one@example.org>", "1");
      send(first, "<one@example.org>", "2");
    }
    Files.writeString(folder.resolve("mine.eml"), "kept");
    try (MailCatcher second = MailCatcher.start(0, folder, MOST)) {
      assertThat(second.mails()).isEmpty();
      for (int number = 3; number <= 6; number++) {
        send(second, "<one@example.org>", Integer.toString(number));
      }

      assertThat(second.mails()).extracting(CaughtMail::subject).containsExactly("4", "5", "6");
      assertThat(files())
          .containsExactly("00000004-one.eml", "00000005-one.eml", "00000006-one.eml", "mine.eml");
    }
  }

  @Test
  void writesNowhereElseWhateverAMessageIdSays() throws Exception {
    try (MailCatcher catcher = MailCatcher.start(0, folder, MOST)) {
      send(catcher, "<../../" + "x".repeat(300) + ">", "1");

      assertThat(files())
          .singleElement()
          .asString()
          .startsWith("00000001-.._.._xxx")
          .hasSizeLessThan(120);
    }
  }

  @Test
  void takesNoMailThatItCannotKeep() throws Exception {
    try (MailCatcher catcher = MailCatcher.start(0, folder, MOST)) {
      Files.delete(folder);
      Files.writeString(folder, "in the way");

      assertThatThrownBy(() -> send(catcher, "<one@example.org>", "1"))
          .hasStackTraceContaining("451 4.3.0");
      assertThat(catcher.mails()).isEmpty();

      Files.delete(folder);
      Files.createDirectories(folder);
      send(catcher, "<one@example.org>", "1");
      assertThat(files()).containsExactly("00000001-one.eml");
    }
  }

  /** A disk that was full for a moment must not leave half a mail, which somebody would count. */
  @Test
  void leavesNothingOfAMailThatItCannotKeep() throws Exception {
    try (MailCatcher catcher = MailCatcher.start(0, folder, MOST)) {
      Path inTheWay = Files.createDirectory(folder.resolve("00000001-one.eml"));
      Path inside = Files.writeString(inTheWay.resolve("mine"), "kept");

      assertThatThrownBy(() -> send(catcher, "<one@example.org>", "1"))
          .hasStackTraceContaining("451 4.3.0");
      assertThat(files()).containsExactly("00000001-one.eml");

      Files.delete(inside);
      Files.delete(inTheWay);
      send(catcher, "<one@example.org>", "1");
      assertThat(files()).containsExactly("00000001-one.eml");
      assertThat(folder.resolve("00000001-one.eml")).isRegularFile();
    }
  }

  /** Its rest would be taken for commands, one by one. */
  @Test
  void readsAMailThatIsTooLongToItsEndBeforeItRefusesIt() throws Exception {
    try (MailCatcher catcher = MailCatcher.start(0, folder, MOST);
        SmtpTalk talk = new SmtpTalk(catcher.port())) {
      talk.begin();
      talk.sendText(11 * MEGABYTE);
      talk.send(".");

      assertThat(talk.answer()).startsWith("552 5.3.4");
      talk.send("NOOP");
      assertThat(talk.answer()).startsWith("250");
      assertThat(files()).isEmpty();
    }
  }

  @Test
  void hangsUpOnAMailThatDoesNotEnd() throws Exception {
    try (MailCatcher catcher = MailCatcher.start(0, folder, MOST);
        SmtpTalk talk = new SmtpTalk(catcher.port())) {
      talk.begin();

      assertThatThrownBy(() -> talk.sendText(Integer.MAX_VALUE))
          .isInstanceOf(SocketException.class);
      send(catcher, "<one@example.org>", "1");
      assertThat(files()).containsExactly("00000001-one.eml");
    }
  }

  @Test
  void saysWhichPortIsTaken() throws Exception {
    try (MailCatcher first = MailCatcher.start(0, folder, MOST)) {
      assertThatThrownBy(() -> MailCatcher.start(first.port(), folder, MOST))
          .isInstanceOf(UncheckedIOException.class)
          .hasCauseInstanceOf(BindException.class)
          .hasMessageContaining("port " + first.port());
    }
  }

  @Test
  void listensOnLoopbackOnly() throws Exception {
    try (MailCatcher catcher = MailCatcher.start(0, folder, MOST)) {
      List<InetAddress> others =
          NetworkInterface.networkInterfaces()
              .flatMap(NetworkInterface::inetAddresses)
              .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
              .toList();

      assertThat(others)
          .allSatisfy(
              address ->
                  assertThatThrownBy(() -> new Socket(address, catcher.port()).close())
                      .isInstanceOf(ConnectException.class));
      new Socket(InetAddress.getLoopbackAddress(), catcher.port()).close();
    }
  }

  private static void send(MailCatcher catcher, String id, String subject) throws Exception {
    Properties settings = new Properties();
    settings.put("mail.smtp.host", "127.0.0.1");
    settings.put("mail.smtp.port", Integer.toString(catcher.port()));
    settings.put("mail.smtp.localhost", "localhost");
    MimeMessage message =
        new MimeMessage(Session.getInstance(settings)) {
          @Override
          protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", id);
          }
        };
    message.setFrom("waybill@example.org");
    message.setRecipient(Message.RecipientType.TO, new InternetAddress("bert@example.org"));
    message.setSubject(subject, StandardCharsets.UTF_8.name());
    message.setText("Come at nine.");
    Transport.send(message);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
