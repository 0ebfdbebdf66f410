package dev.waybill.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.activity.testbed.Answer;
import dev.waybill.activity.testbed.AtOnce;
import dev.waybill.activity.testbed.Http;
import dev.waybill.activity.testbed.RunningService;
import dev.waybill.activity.testbed.WriterDatabase.Counts;
import dev.waybill.testsupport.servers.Servers;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.BadSqlGrammarException;

/** Change, audit entry and message: all three, or none. */
class AtomicityIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension static final RunningService service = new RunningService(servers);

  private static final int CALLERS = 8;

  private final Http anna = service.as("acme", "anna");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT ON activity.audit_entry",
        "EXECUTE ON FUNCTION outbox.stage_message(text, text, uuid, text, text, text, integer, text, text, text, text, bigint, text, timestamptz, text, text, text)"
      })
  void rollsEverythingBackWhenAuditOrStagingFails(String privilege) {
    var database = service.database().asMigrator();
    String id = service.planned(anna);
    Counts before = service.database().counts();

    database.execute("REVOKE " + privilege + " FROM waybill_writer");
    try {
      anna.post("/activities", "{\"type\": \"call\", \"title\": \"Call back\"}")
          .isProblem(500, "internal");
      anna.post("/activities/" + id + "/complete", "{\"version\": 1}").isProblem(500, "internal");
      anna.delete("/activities/" + id + "?version=1").isProblem(500, "internal");
    } finally {
      database.execute("GRANT " + privilege + " TO waybill_writer");
    }

    assertThat(service.database().counts()).isEqualTo(before);
    assertThat(anna.get("/activities/" + id).text("status")).isEqualTo("open");
    assertThat(anna.post("/activities/" + id + "/complete", "{\"version\": 1}").status())
        .isEqualTo(200);
    assertThat(service.database().counts()).isEqualTo(before.plus(0, 1, 1));
  }

  @Test
  void changesNothingWhileASubscriberCannotReadTheMessage() {
    var database = service.database().asMigrator();
    String id = service.planned(anna);
    Counts before = service.database().counts();

    database.update(
        """
        INSERT INTO outbox.subscription_revision (revision, applied_by, reason, document)
        VALUES (1, 'test', 'test', ?)
        """,
        """
        {"subscriptions": [{"handler": "late", "owner": "views", "topic": "waybill.late",
          "status": "active", "subscribes": [{"type": "activity.completed", "versions": [9]}]}]}
        """);
    try {
      Answer answer = anna.post("/activities/" + id + "/complete", "{\"version\": 1}");
      answer.isProblem(503, "version-held-back");
      assertThat(answer.header("Retry-After")).isEqualTo("60");
    } finally {
      database.execute("TRUNCATE outbox.subscription_revision");
    }

    assertThat(service.database().counts()).isEqualTo(before);
    assertThat(anna.get("/activities/" + id).text("status")).isEqualTo("open");
  }

  @RepeatedTest(5)
  void letsExactlyOneOfManyCompleteAnActivity() {
    String id = service.planned(anna);
    Counts before = service.database().counts();

    List<Answer> answers =
        AtOnce.call(
            CALLERS, () -> anna.post("/activities/" + id + "/complete", "{\"version\": 1}"));

    assertThat(
            answers.stream().collect(Collectors.groupingBy(Answer::status, Collectors.counting())))
        .containsOnly(Map.entry(200, 1L), Map.entry(409, CALLERS - 1L));
    answers.stream()
        .filter(answer -> answer.status() == 409)
        .forEach(answer -> answer.isProblem(409, "already-completed"));
    assertThat(service.database().counts()).isEqualTo(before.plus(0, 1, 1));
    assertThat(service.database().messages(id))
        .extracting(m -> m.get("type"))
        .containsExactly("activity.created", "activity.completed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM activity.audit_entry",
        "UPDATE activity.audit_entry SET actor = 'x'",
        "DELETE FROM activity.audit_entry",
        "TRUNCATE activity.audit_entry",
        "DELETE FROM activity.activity",
        "UPDATE activity.activity SET tenant_id = 'x'",
        "UPDATE activity.activity SET created_by = 'x'",
        "UPDATE activity.activity SET visibility = 'public'",
        "UPDATE activity.answer SET status = 200",
        "CREATE TABLE activity.mine (x int)"
      })
  void keepsTheServiceFromRewritingThePast(String sql) {
    assertThatThrownBy(() -> service.database().asWriter().execute(sql))
        .isInstanceOf(BadSqlGrammarException.class)
        .hasStackTraceContaining("permission denied");
  }
}
