package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.message.MessageType;
import dev.waybill.outbox.gate.AppliedGate;
import dev.waybill.outbox.refused.VersionHeldBackException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A version may be staged when every subscriber of its type reads it by the applied revision. */
class VersionGateIT {

  private static final OutboxDatabase DATABASE = OutboxDatabase.migrated();
  private static final MessageType CREATED = new MessageType("activity.created", 1);
  private static final String REMEDY = "Deploy readers of that version, apply the subscriptions";
  private static final String SQL =
      """
      SELECT outbox.stage('/billing', 'integration-event', 'EV-ACT-1', 'activity.created', ?, 'acme',
                          'activity', '1', 1, '{}')
      """;

  private final JdbcTemplate migrator = new JdbcTemplate(DATABASE.migrator());
  private final JdbcTemplate relay = new JdbcTemplate(DATABASE.relay());
  private final JdbcTemplate writer = new JdbcTemplate(DATABASE.writer());
  private final TransactionTemplate transaction =
      new TransactionTemplate(new JdbcTransactionManager(DATABASE.writer()));
  private final Outbox outbox = OutboxDatabase.outbox(DATABASE.writer());

  @AfterAll
  static void stop() {
    DATABASE.close();
  }

  @BeforeEach
  void clear() {
    migrator.execute("TRUNCATE outbox.message, outbox.subscription_revision");
  }

  @Test
  void namesTheSubscribersThatDoNotReadAVersionAndRollsTheChangeBack() {
    apply(1, subscription("timeline", "active", "[2]"), subscription("partner", "active", "[1]"));

    assertThatThrownBy(() -> stage("1"))
        .isInstanceOf(VersionHeldBackException.class)
        .hasMessageContaining("activity.created v1 may not be staged under subscription revision 1")
        .hasMessageContaining("timeline reads v2")
        .hasMessageContaining(REMEDY)
        .hasMessageNotContaining("partner");
    assertThat(staged()).isZero();
    assertThat(new AppliedGate(DATABASE.writer()).look(List.of(CREATED)))
        .satisfies(view -> assertThat(view.revision()).isEqualTo(1))
        .satisfies(
            view -> assertThat(view.heldBack()).isEqualTo(Map.of(CREATED, "timeline reads v2")));
  }

  @Test
  void holdsTheWholeCallBackWhenOneOfItsMessagesIs() {
    apply(1, subscription("timeline", "active", "[2]"));

    assertThatThrownBy(
            () ->
                transaction.execute(
                    status ->
                        outbox.stageAll(List.of(message("activity.completed", "1"), message("2")))))
        .isInstanceOf(VersionHeldBackException.class);
    assertThat(staged()).isZero();
  }

  @Test
  void holdsWritersOfOtherLanguagesBackInTheSameWords() {
    apply(1, subscription("timeline", "active", "[1, 3]"));

    writer.queryForList(SQL, 1);
    assertThatThrownBy(() -> writer.queryForList(SQL, 2))
        .hasMessageContaining("activity.created v2 may not be staged under subscription revision 1")
        .hasMessageContaining("timeline reads v1, v3")
        .hasMessageContaining(REMEDY);
    assertThat(staged()).isEqualTo(1);
  }

  /** In a transaction that was open before, too: there is no memory that could be out of date. */
  @Test
  void goesByTheNewestRevisionFromTheInstantItIsApplied() {
    apply(1, subscription("timeline", "active", "[1]"));
    transaction.executeWithoutResult(
        status -> {
          outbox.stage(message("1"));
          apply(2, subscription("timeline", "active", "[2]"));
          assertThatThrownBy(() -> outbox.stage(message("2")))
              .isInstanceOf(VersionHeldBackException.class)
              .hasMessageContaining("revision 2");
          status.setRollbackOnly();
        });
    apply(3, subscription("timeline", "active", "[1, 2]"));
    stage("3");

    assertThat(staged()).isEqualTo(1);
  }

  @Test
  void letsEverythingThroughThatNobodyReads() {
    stage("1");
    assertThat(new AppliedGate(DATABASE.writer()).look(List.of(CREATED)).revision()).isZero();

    apply(1, subscription("timeline", "contract-only", "[2]"));
    stage("2");
    apply(2);
    stage("3");

    assertThat(staged()).isEqualTo(3);
  }

  @Test
  void countsADisabledSubscriberWhichMayBeGivenWhatItMissed() {
    apply(1, subscription("timeline", "disabled", "[2]"));

    assertThatThrownBy(() -> stage("1")).isInstanceOf(VersionHeldBackException.class);
  }

  @Test
  void letsNothingThroughWhenTheRevisionCannotBeRead() {
    migrator.execute("REVOKE SELECT ON outbox.subscription_revision FROM waybill_writer");
    try {
      assertThatThrownBy(() -> stage("1"))
          .isInstanceOf(DataAccessException.class)
          .hasStackTraceContaining("permission denied");
      assertThat(staged()).isZero();
    } finally {
      migrator.execute("GRANT SELECT ON outbox.subscription_revision TO waybill_writer");
    }
  }

  private void stage(String id) {
    transaction.executeWithoutResult(status -> outbox.stage(message(id)));
  }

  private static DurableMessage message(String id) {
    return message("activity.created", id);
  }

  private static DurableMessage message(String type, String id) {
    return DurableMessage.integrationEvent(type, 1)
        .tenant("acme")
        .aggregate("activity", id, 1)
        .payloadJson(OutboxDatabase.example(type))
        .build();
  }

  private int staged() {
    return relay.queryForList("SELECT seq FROM outbox.message").size();
  }

  private void apply(int revision, String... subscriptions) {
    migrator.update(
        """
        INSERT INTO outbox.subscription_revision (revision, applied_by, reason, document)
        VALUES (?, 'test', 'test', ?)
        """,
        revision,
        "{\"subscriptions\": [" + String.join(",", subscriptions) + "]}");
  }

  private static String subscription(String handler, String status, String versions) {
    return """
        {"handler": "%s", "owner": "views", "topic": "waybill.%s", "status": "%s",
         "subscribes": [{"type": "parcel.sent", "versions": [9]},
                        {"type": "activity.created", "versions": %s}]}
        """
        .formatted(handler, handler, status, versions);
  }
}
