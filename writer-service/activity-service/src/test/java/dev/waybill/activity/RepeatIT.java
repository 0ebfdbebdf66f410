package dev.waybill.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.activity.repeat.Answers;
import dev.waybill.activity.testbed.Answer;
import dev.waybill.activity.testbed.AtOnce;
import dev.waybill.activity.testbed.Http;
import dev.waybill.activity.testbed.RunningService;
import dev.waybill.activity.testbed.WriterDatabase.Counts;
import dev.waybill.testsupport.servers.Servers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Requests that are sent again with their Idempotency-Key. */
class RepeatIT {

  @RegisterExtension static final Servers servers = new Servers();

  /** Over connections that do not commit by themselves, as the pools of some applications have. */
  @RegisterExtension
  static final RunningService service =
      new RunningService(servers, "--spring.datasource.hikari.auto-commit=false");

  private static final String KEY = "Idempotency-Key";
  private static final String REPLAYED = "Idempotency-Replayed";
  private static final String CALL = "{\"type\": \"call\", \"title\": \"Call über\"}";
  private static final String SEEN = "{\"version\": 1}";

  private final Http anna = service.as("acme", "anna");

  @Test
  void hasTheAnswerThatItHadAndDoesNothing() {
    Answer created = anna.post("/activities", CALL, KEY, "create-1");
    String path = "/activities/" + created.text("id");
    Answer started = anna.post(path + "/start", SEEN, KEY, "start-1");
    Answer deleted = anna.delete(path + "?version=2", KEY, "delete-1");
    Counts before = service.database().counts();

    isRepeated(
        anna.post("/activities", "{\"title\":\"Call über\",\"type\":\"call\"}", KEY, "create-1"),
        created);
    isRepeated(anna.post(path + "/start", SEEN, KEY, "start-1"), started);
    isRepeated(anna.delete(path + "?version=2", KEY, "delete-1"), deleted);

    assertThat(created.status()).isEqualTo(201);
    assertThat(started.status()).isEqualTo(200);
    assertThat(deleted.status()).isEqualTo(204);
    assertThat(service.database().counts()).isEqualTo(before);
  }

  @Test
  void refusesTheKeyOfAnotherRequest() {
    String first = service.planned(anna);
    String second = service.planned(anna);
    anna.post("/activities/" + first + "/start", SEEN, KEY, "mine");
    Counts before = service.database().counts();

    List<Answer> refused =
        List.of(
            anna.post("/activities/" + second + "/start", SEEN, KEY, "mine"),
            anna.post("/activities/" + first + "/start", "{\"version\": 2}", KEY, "mine"),
            anna.post("/activities/" + first + "/complete", SEEN, KEY, "mine"),
            anna.post("/activities", CALL, KEY, "mine"),
            service.as("acme", "bert").post("/activities/" + first + "/start", SEEN, KEY, "mine"));

    refused.forEach(answer -> answer.isProblem(409, "idempotency-key-reused"));
    assertThat(service.database().counts()).isEqualTo(before);
  }

  /** A key that another tenant uses tells nothing, not even that it is used. */
  @Test
  void keepsTheKeysOfTenantsApart() {
    Answer ours = anna.post("/activities", CALL, KEY, "shared");
    Answer theirs = service.as("globex", "anna").post("/activities", CALL, KEY, "shared");

    assertThat(theirs.status()).isEqualTo(201);
    assertThat(theirs.text("id")).isNotEqualTo(ours.text("id"));
  }

  @Test
  void keepsNoRefusal() {
    String path = "/activities/" + service.planned(anna) + "/start";

    anna.post(path, "{\"version\": 7}", KEY, "again").isProblem(409, "wrong-version");

    assertThat(anna.post(path, SEEN, KEY, "again").status()).isEqualTo(200);
  }

  @Test
  void doesTheSameRequestOnceHoweverOftenItComesAtOnce() {
    Counts before = service.database().counts();

    List<Answer> answers = AtOnce.call(8, () -> anna.post("/activities", CALL, KEY, "at-once"));

    assertThat(answers).extracting(Answer::status).containsOnly(201);
    assertThat(answers.stream().map(answer -> answer.response().body()).distinct()).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.header(REPLAYED).isEmpty()).hasSize(1);
    assertThat(service.database().counts()).isEqualTo(before.plus(1, 1, 1));
  }

  @Test
  void waitsForARequestThatIsUnderWayButNotForLong() {
    Counts before = service.database().counts();
    JdbcTemplate owner = service.database().asMigrator();
    new TransactionTemplate(
            new JdbcTransactionManager(Objects.requireNonNull(owner.getDataSource())))
        .executeWithoutResult(
            underWay -> {
              owner.execute("SELECT * FROM activity.find_answer('acme', 'slow')");
              Answer impatient =
                  anna.post("/activities", CALL, KEY, "slow").isProblem(409, "request-in-progress");
              assertThat(impatient.header("retry-after")).isEqualTo("1");
            });

    assertThat(service.database().counts()).isEqualTo(before);
    assertThat(anna.post("/activities", CALL, KEY, "slow").status()).isEqualTo(201);
  }

  @Test
  void keepsTheAnswerWithTheChangeOrNeither() {
    JdbcTemplate owner = service.database().asMigrator();
    Counts before = service.database().counts();

    owner.execute("REVOKE INSERT ON activity.answer FROM waybill_writer");
    try {
      anna.post("/activities", CALL, KEY, "whole").isProblem(500, "internal");
    } finally {
      owner.execute("GRANT INSERT ON activity.answer TO waybill_writer");
    }
    assertThat(service.database().counts()).isEqualTo(before);
    owner.execute("REVOKE INSERT ON activity.audit_entry FROM waybill_writer");
    try {
      anna.post("/activities", CALL, KEY, "whole").isProblem(500, "internal");
    } finally {
      owner.execute("GRANT INSERT ON activity.audit_entry TO waybill_writer");
    }

    Answer third = anna.post("/activities", CALL, KEY, "whole");
    assertThat(third.status()).isEqualTo(201);
    assertThat(third.header(REPLAYED)).isEmpty();
    assertThat(service.database().counts()).isEqualTo(before.plus(1, 1, 1));
  }

  @Test
  void forgetsTheOldestAFewAtATimeAndCommitsIt() {
    Answers answers = service.bean(Answers.class);
    JdbcTemplate owner = service.database().asMigrator();
    owner.execute("DELETE FROM activity.answer");
    for (int age : List.of(23, 25, 26, 27)) {
      owner.update(
          "INSERT INTO activity.answer VALUES ('acme', ?, '', now() - make_interval(hours => ?), 204)",
          "age-" + age,
          age);
    }

    assertThat(answers.forget(Duration.ofHours(24), 2)).isEqualTo(2);
    assertThat(keys(owner)).containsExactlyInAnyOrder("age-23", "age-25");
    assertThat(answers.forget(Duration.ofHours(24), 2)).isEqualTo(1);
    assertThat(answers.forget(Duration.ofHours(24), 2)).isZero();
    assertThat(keys(owner)).containsExactly("age-23");
  }

  private static List<String> keys(JdbcTemplate database) {
    return database.queryForList("SELECT idempotency_key FROM activity.answer", String.class);
  }

  private static void isRepeated(Answer answer, Answer first) {
    assertThat(answer.header(REPLAYED)).isEqualTo("true");
    assertThat(first.header(REPLAYED)).isEmpty();
    assertThat(answer.status()).isEqualTo(first.status());
    assertThat(answer.response().body()).isEqualTo(first.response().body());
    for (String header : List.of("location", "content-type")) {
      assertThat(answer.header(header)).isEqualTo(first.header(header));
    }
  }
}
