package dev.waybill.notification;

import static dev.waybill.testsupport.handler.PackagedHandler.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.network.Ports;
import dev.waybill.notification.testbed.TestMailServer;
import dev.waybill.notification.testbed.TestMailServer.Received;
import dev.waybill.notification.testbed.UselessMailServer;
import dev.waybill.notification.testbed.UselessMailServer.Manner;
import dev.waybill.testsupport.handler.ActivityMessage;
import dev.waybill.testsupport.handler.PackagedHandler;
import dev.waybill.testsupport.servers.Servers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The jar as it is deployed, with a real database, a real broker and a real mail server, which
 * comes and goes at one port.
 */
class PackagedNotificationIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final int MAIL_PORT = Ports.free();
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration LOOK = Duration.ofMillis(50);

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static PackagedHandler notification;

  @SuppressWarnings("NullAway.Init") // JUnit calls startMailServer first
  private TestMailServer mailServer;

  private final UUID activity = UUID.randomUUID();

  @BeforeAll
  static void start(@TempDir Path folder) {
    servers.createTopic("waybill.notification.dlt", 1);
    notification =
        PackagedHandler.start(
            "notification",
            servers,
            folder,
            "spring.mail.host=127.0.0.1",
            "spring.mail.port=" + MAIL_PORT,
            "waybill.notification.recipient={user}@{tenant}.example.org",
            "waybill.notification.smtp.sender=waybill@example.org",
            "waybill.notification.smtp.connect-timeout=300ms",
            "waybill.notification.smtp.read-timeout=1s",
            "waybill.notification.smtp.write-timeout=1s",
            "waybill.handler.work.call-timeout=1500ms",
            "waybill.handler.work.poll-interval=100ms",
            // Together the 36 minutes of the subscription; nothing here waits for the last one.
            "waybill.handler.retry.pauses=200ms,500ms,2159300ms",
            "waybill.handler.outage.first-pause=20ms",
            "waybill.handler.outage.longest-pause=80ms");
  }

  @AfterAll
  static void stop() {
    try (PackagedHandler stopped = notification) {
      assertThat(stopped.stop())
          .contains("activity.created v1, activity.completed v1")
          .doesNotContain("example.org", "Call back", "ERROR");
    }
  }

  @BeforeEach
  void startMailServer() {
    mailServer = TestMailServer.start(MAIL_PORT);
  }

  @AfterEach
  void stopMailServer() {
    mailServer.close();
  }

  @Test
  void sendsOneMailForEachMessageHoweverOftenItComes() throws Exception {
    ActivityMessage created = ActivityMessage.planned("acme", activity, "bert");
    ActivityMessage completed = ActivityMessage.completed("acme", activity);
    ActivityMessage assigned = ActivityMessage.assignmentMail("acme", activity, "dora");
    ActivityMessage barrier = ActivityMessage.planned("acme", activity, "carl");
    notification.send(created, created, assigned, completed, assigned, created, completed, barrier);

    Received last = awaitMail(barrier);

    assertThat(last.recipient()).isEqualTo("carl@acme.example.org");
    assertThat(mailServer.mails())
        .extracting(received -> received.header("Message-ID"))
        .containsExactly(mailId(created), mailId(assigned), mailId(completed), mailId(barrier));
    Received first = mailServer.mails().get(0);
    assertThat(first.recipient()).isEqualTo("bert@acme.example.org");
    assertThat(first.header("To")).isEqualTo("bert@acme.example.org");
    assertThat(first.header("From")).isEqualTo("waybill@example.org");
    assertThat(first.message().getSubject()).isEqualTo("Planned: Call back");
    Received second = mailServer.mails(mailId(assigned)).get(0);
    assertThat(second.recipient()).isEqualTo("dora@acme.example.org");
    assertThat(second.message().getSubject()).isEqualTo("Assigned: Call back");
    awaitState(barrier, "completed");
    assertThat(attempts(created)).isEqualTo(1);
  }

  @Test
  void triesAgainWhatTheServerDoesNotTakeNow() {
    mailServer.refuseRecipient("busy@acme.example.org", 451, "4.2.1 busy@acme.example.org", 2);
    ActivityMessage message = ActivityMessage.planned("acme", activity, "busy");
    notification.send(message);

    awaitMail(message);
    awaitState(message, "completed");

    assertThat(attempts(message)).isEqualTo(3);
    assertThat(mailServer.mails(mailId(message))).hasSize(1);
    assertThat(column(message, "last_error")).doesNotContain("example.org");
  }

  @Test
  void givesUpAtOnceWhatTheServerNeverTakesAndGoesOnWithItsKey() {
    mailServer.refuseRecipient(
        "gone@acme.example.org", 550, "5.1.1 gone@acme.example.org unknown", TestMailServer.ALWAYS);
    ActivityMessage refused = ActivityMessage.planned("acme", activity, "gone");
    ActivityMessage malformed = ActivityMessage.planned("acme", activity, "bad address");
    ActivityMessage next = ActivityMessage.completed("acme", activity);
    notification.send(refused, malformed, next);

    awaitMail(next);

    assertThat(deadLetter(refused))
        .startsWith("recipient-refused after 1: the mail server refused the recipient: 550 5.1.1")
        .doesNotContain("example.org", "unknown");
    assertThat(deadLetter(malformed))
        .startsWith("malformed-address after 1: waybill.notification.recipient makes no")
        .doesNotContain("bad address");
    assertThat(mailServer.mails()).hasSize(1);
  }

  @Test
  void usesNoAttemptsWhileTheServerIsAwayAndGoesOnWhenItIsBack() {
    mailServer.close();
    List<ActivityMessage> messages =
        Stream.of("a", "b", "c", "d", "e")
            .map(user -> ActivityMessage.planned("acme", UUID.randomUUID(), user))
            .toList();
    notification.send(messages.toArray(ActivityMessage[]::new));
    await()
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .until(() -> handling().contains("what it calls does not answer"));

    try (UselessMailServer closing = UselessMailServer.start(MAIL_PORT, Manner.CLOSING)) {
      // Five messages have twenty attempts; were these some of them, all would be dead letters.
      await().atMost(PATIENCE).pollInterval(LOOK).until(() -> closing.accepted() > 25);
      assertThat(handling()).contains("what it calls does not answer");
    }
    mailServer = TestMailServer.start(MAIL_PORT);

    messages.forEach(
        message -> {
          awaitMail(message);
          awaitState(message, "completed");
          assertThat(attempts(message)).isLessThanOrEqualTo(2);
        });
    assertThat(mailServer.mails()).hasSize(messages.size());
    await()
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .until(() -> !handling().contains("what it calls does not answer"));
  }

  @Test
  void holdsNoTransactionOpenWhileTheServerHangsAndInterruptsTheCall() {
    mailServer.close();
    ActivityMessage message = ActivityMessage.planned("acme", activity, "bert");
    try (UselessMailServer talking = UselessMailServer.start(MAIL_PORT, Manner.TALKING)) {
      notification.send(message);
      await().atMost(PATIENCE).pollInterval(LOOK).until(() -> talking.open() == 1);
      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofMillis(1400))
          .pollInterval(LOOK)
          .until(() -> talking.open() == 1 && openTransactions() == 0);
      // The server goes on talking, so that nothing but the interrupt ends this call.
      await()
          .atMost(Duration.ofSeconds(5))
          .pollInterval(LOOK)
          .until(() -> column(message, "error_code").equals("TimeoutException"));
    }
    mailServer = TestMailServer.start(MAIL_PORT);

    awaitMail(message);
    awaitState(message, "completed");
  }

  @Test
  void answersNothingButHowItDoes() {
    assertProblem(notification.getAnonymously("/actuator/health"), 401, "unauthenticated");
    assertProblem(
        notification.get("/actuator/health", "acme", "activity-reader"), 403, "forbidden");
    assertThat(notification.get("/notification", "acme", "viewer").statusCode()).isEqualTo(404);
    assertThat(handling()).contains("notification");
    notification.assertTellsViewers();
  }

  private static String handling() {
    return notification.get("/actuator/health/handling", "acme", "viewer").body();
  }

  private Received awaitMail(ActivityMessage message) {
    await()
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .until(() -> !mailServer.mails(mailId(message)).isEmpty());
    return mailServer.mails(mailId(message)).get(0);
  }

  private static String mailId(ActivityMessage message) {
    return "<" + message.id() + "@notification.waybill>";
  }

  private static void awaitState(ActivityMessage message, String state) {
    await().atMost(PATIENCE).pollInterval(LOOK).until(() -> column(message, "state").equals(state));
  }

  private static int attempts(ActivityMessage message) {
    return Integer.parseInt(column(message, "attempt"));
  }

  private static String column(ActivityMessage message, String name) {
    return database()
        .sql("SELECT %s::text FROM inbox.delivery WHERE message_id = ?".formatted(name))
        .param(message.id())
        .query(String.class)
        .optional()
        .orElse("");
  }

  private static String deadLetter(ActivityMessage message) {
    return database()
        .sql(
            """
            SELECT error_code || ' after ' || attempts || ': ' || error_message
            FROM inbox.dead_letter WHERE message_id = ?
            """)
        .param(message.id())
        .query(String.class)
        .single();
  }

  /** Transactions of the service that are more than a moment old. */
  private static long openTransactions() {
    return database()
        .sql(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND usename = 'waybill_handler'
              AND xact_start < clock_timestamp() - interval '300 ms'
            """)
        .query(Long.class)
        .single();
  }

  private static JdbcClient database() {
    return JdbcClient.create(servers.database().superuser());
  }
}
