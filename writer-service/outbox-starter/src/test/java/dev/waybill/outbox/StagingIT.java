package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.outbox.refused.NoTransactionException;
import dev.waybill.outbox.refused.PayloadInvalidException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A message and the business change share one fate. */
class StagingIT {

  private static final OutboxDatabase DATABASE = OutboxDatabase.migrated();

  private final JdbcTemplate relay = new JdbcTemplate(DATABASE.relay());
  private final JdbcTemplate writer = new JdbcTemplate(DATABASE.writer());
  private final JdbcTransactionManager transactions = new JdbcTransactionManager(DATABASE.writer());
  private final TransactionTemplate transaction = new TransactionTemplate(transactions);
  private final Outbox outbox = OutboxDatabase.outbox(DATABASE.writer());

  @BeforeAll
  static void start() {
    JdbcTemplate migrator = new JdbcTemplate(DATABASE.migrator());
    migrator.execute("CREATE SCHEMA business");
    migrator.execute("CREATE TABLE business.change (id text)");
    migrator.execute("GRANT USAGE ON SCHEMA business TO waybill_writer");
    migrator.execute("GRANT SELECT, INSERT, DELETE ON business.change TO waybill_writer");
  }

  @AfterAll
  static void stop() {
    DATABASE.close();
  }

  @BeforeEach
  void clear() {
    new JdbcTemplate(DATABASE.migrator()).execute("TRUNCATE outbox.message, business.change");
  }

  @Test
  void commitsWithTheBusinessChange() {
    MessageId id =
        transaction.execute(
            status -> {
              writer.update("INSERT INTO business.change VALUES ('1')");
              MessageId staged = outbox.stage(created("1"));
              assertThat(messageIds()).isEmpty();
              return staged;
            });

    assertThat(messageIds()).containsExactly(id);
    assertThat(changes()).containsExactly("1");
  }

  @Test
  void vanishesWithTheBusinessChange() {
    transaction.executeWithoutResult(
        status -> {
          writer.update("INSERT INTO business.change VALUES ('1')");
          outbox.stage(created("1"));
          status.setRollbackOnly();
        });

    assertThat(messageIds()).isEmpty();
    assertThat(changes()).isEmpty();
  }

  @Test
  void vanishesWithItsSavepoint() {
    TransactionTemplate nested = new TransactionTemplate(transactions);
    nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
    List<MessageId> kept = new ArrayList<>();

    transaction.executeWithoutResult(
        status -> {
          kept.add(outbox.stage(created("before")));
          nested.executeWithoutResult(
              inner -> {
                outbox.stage(created("inside"));
                inner.setRollbackOnly();
              });
          kept.add(outbox.stage(created("after")));
        });

    assertThat(messageIds()).containsExactlyElementsOf(kept);
  }

  @Test
  void rollsTheBusinessChangeBackWhenRefused() {
    assertThatThrownBy(
            () ->
                transaction.executeWithoutResult(
                    status -> {
                      writer.update("INSERT INTO business.change VALUES ('1')");
                      outbox.stage(event("1").payloadJson("{}").build());
                    }))
        .isInstanceOf(PayloadInvalidException.class);

    assertThat(changes()).isEmpty();
    assertThat(messageIds()).isEmpty();
  }

  @Test
  void writesNothingWhenOneOfManyIsRefused() {
    transaction.executeWithoutResult(
        status -> {
          assertThatThrownBy(
                  () ->
                      outbox.stageAll(List.of(created("1"), event("2").payloadJson("{}").build())))
              .isInstanceOf(PayloadInvalidException.class);
        });

    assertThat(messageIds()).isEmpty();
  }

  @Test
  void writesTheSameRowAloneAndAmongOthers() {
    IntegrationEvent event =
        event("7")
            .orderingKey("customer:7")
            .occurredAt(Instant.parse("2026-03-01T08:15:30.123456Z"))
            .visibility(Visibility.PRICE_SENSITIVE)
            .correlationId("order-1")
            .causationId("payment-1")
            .traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            .payloadJson(OutboxDatabase.example("activity.created"))
            .build();

    transaction.executeWithoutResult(status -> outbox.stage(event));
    transaction.executeWithoutResult(status -> outbox.stageAll(List.of(event, event)));

    List<Map<String, Object>> rows =
        relay.queryForList(
            """
            SELECT kind, event_record, type, schema_version, tenant_id, visibility, aggregate_type,
                   aggregate_id, aggregate_version, ordering_key, occurred_at, correlation_id,
                   causation_id, traceparent, payload::text AS payload,
                   replace(replace(envelope, message_id::text, 'id'),
                     to_char(staged_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'staged')
                     AS envelope
            FROM outbox.message
            """);
    assertThat(rows).hasSize(3);
    assertThat(rows.stream().distinct()).hasSize(1);
    assertThat(relay.queryForList("SELECT message_id::text FROM outbox.message", String.class))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "kind, 'rumour', message_kind_is_known",
    "event_record, , message_event_cites_its_record",
    "schema_version, 0, message_schema_version_is_positive",
    "tenant_id, '', message_tenant_is_present",
    "visibility, 'secret', message_visibility_is_known",
    "aggregate_version, -1, message_aggregate_version_is_not_negative",
    "ordering_key, '', message_ordering_key_is_storable"
  })
  void storesNothingThatBreaksARule(String column, @Nullable String value, String rule) {
    Map<String, @Nullable Object> columns = new HashMap<>();
    columns.put("kind", "integration-event");
    columns.put("event_record", "EV-ACT-1");
    columns.put("schema_version", "1");
    columns.put("tenant_id", "acme");
    columns.put("visibility", "public");
    columns.put("aggregate_version", "1");
    columns.put("ordering_key", "activity:1");
    columns.put(column, value);
    columns.put("envelope", "{\"a\":\"b\",\"visibility\":\"" + columns.get("visibility") + "\"}");

    assertThatThrownBy(
            () ->
                new NamedParameterJdbcTemplate(DATABASE.writer())
                    .queryForList(
                        """
                        SELECT outbox.stage_message(:envelope, '{}', gen_random_uuid(), :kind, :event_record,
                          'activity.created', CAST(:schema_version AS integer), :tenant_id, :visibility,
                          'activity', '1', CAST(:aggregate_version AS bigint), :ordering_key, now(),
                          NULL, NULL, NULL)
                        """,
                        columns))
        .rootCause()
        .isInstanceOfSatisfying(
            PSQLException.class,
            refused -> {
              assertThat(refused.getSQLState()).isEqualTo(PSQLState.CHECK_VIOLATION.getState());
              assertThat(refused.getServerErrorMessage())
                  .extracting(ServerErrorMessage::getConstraint)
                  .isEqualTo(rule);
            });
  }

  @Test
  void refusesToStageOutsideATransaction() {
    assertThatThrownBy(() -> outbox.stage(created("1")))
        .isInstanceOf(NoTransactionException.class)
        .hasMessageContaining("@Transactional");
    assertThatThrownBy(() -> outbox.stageAll(List.of())).isInstanceOf(NoTransactionException.class);
  }

  @Test
  void refusesToStageInAReadOnlyTransaction() {
    TransactionTemplate readOnly = new TransactionTemplate(transactions);
    readOnly.setReadOnly(true);

    assertThatThrownBy(() -> readOnly.execute(status -> outbox.stage(created("1"))))
        .isInstanceOf(NoTransactionException.class)
        .hasMessageContaining("may write");
  }

  @Test
  void refusesToStageInATransactionOfAnotherDataSource() {
    try (HikariDataSource other = new HikariDataSource()) {
      other.setJdbcUrl(DATABASE.url());
      other.setUsername(OutboxDatabase.WRITER);
      other.setPassword(OutboxDatabase.PASSWORD);
      other.setMaximumPoolSize(1);
      TransactionTemplate foreign = new TransactionTemplate(new JdbcTransactionManager(other));

      assertThatThrownBy(() -> foreign.execute(status -> outbox.stage(created("1"))))
          .isInstanceOf(NoTransactionException.class)
          .hasMessageContaining("on another");
      // Reading lends the foreign transaction a connection of ours, which commits by itself.
      assertThatThrownBy(
              () ->
                  foreign.execute(
                      status -> {
                        changes();
                        return outbox.stage(created("1"));
                      }))
          .isInstanceOf(NoTransactionException.class);
    }
    assertThat(messageIds()).isEmpty();
  }

  @Test
  void numbersMessagesInListOrder() {
    List<DurableMessage> messages = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      messages.add(created(Integer.toString(i % 7)));
    }
    Collections.shuffle(messages);

    List<MessageId> staged = transaction.execute(status -> outbox.stageAll(messages));

    assertThat(messageIds()).containsExactlyElementsOf(staged);
    assertThat(relay.queryForList("SELECT aggregate_id FROM outbox.message ORDER BY seq"))
        .extracting(row -> row.get("aggregate_id"))
        .containsExactlyElementsOf(
            messages.stream().map(message -> (Object) message.aggregate().id()).toList());
    assertThat(staged).isSorted();
  }

  @Test
  void stagesNothingForAnEmptyList() {
    assertThat(transaction.<List<MessageId>>execute(status -> outbox.stageAll(List.of())))
        .isEmpty();
  }

  @Test
  void sendsOneStatementForEachCall() {
    CountingDataSource counting = new CountingDataSource(DATABASE.writer());
    Outbox counted = OutboxDatabase.outbox(counting);

    new TransactionTemplate(new JdbcTransactionManager(counting))
        .executeWithoutResult(
            status -> {
              counted.stage(created("1"));
              assertThat(counting.statements()).isEqualTo(1);
              counted.stageAll(List.of(created("1"), created("2"), created("3")));
              assertThat(counting.statements()).isEqualTo(2);
            });
    assertThat(messageIds()).hasSize(4);
  }

  @Test
  void storesTheEnvelopeAsTheContractRendersIt() {
    MessageId id =
        transaction.execute(
            status ->
                outbox.stage(
                    event("42")
                        .aggregate("activity", "42", 7)
                        .occurredAt(Instant.parse("2026-03-01T08:15:30.123456Z"))
                        .visibility(Visibility.INTERNAL)
                        .correlationId("a \"quoted\" \\ corrélation \uD83D\uDE9A")
                        .build()));

    Map<String, Object> row =
        relay.queryForMap(
            """
            SELECT envelope, type, schema_version, kind, event_record, tenant_id, visibility,
                   aggregate_type, aggregate_id, aggregate_version, ordering_key, correlation_id,
                   causation_id, traceparent,
                   to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS occurred,
                   to_char(staged_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS staged
            FROM outbox.message
            """);
    String golden =
        """
        {"ce_specversion":"1.0","ce_id":"%s","ce_source":"/activity-service",\
        "ce_type":"activity.created","ce_time":"2026-03-01T08:15:30.123456Z","ce_subject":"42",\
        "ce_dataschema":"waybill:/schemas/activity.created/1","content-type":"application/json",\
        "ce_partitionkey":"activity:42","ce_sequence":"0000000000000000007",\
        "ce_correlationid":"a \\"quoted\\" \\\\ corrélation \uD83D\uDE9A","ce_tenantid":"acme",\
        "ce_messagekind":"integration-event","ce_schemaversion":"1","ce_recordedtime":"%s",\
        "visibility":"internal"}"""
            .formatted(id, row.get("staged"));

    assertThat(row.get("envelope")).isEqualTo(golden);
    assertThat(Envelope.parse(golden).toJson()).isEqualTo(golden);
    assertThat(row)
        .containsEntry("type", "activity.created")
        .containsEntry("schema_version", 1)
        .containsEntry("kind", "integration-event")
        .containsEntry("event_record", "EV-ACT-1")
        .containsEntry("tenant_id", "acme")
        .containsEntry("visibility", "internal")
        .containsEntry("aggregate_type", "activity")
        .containsEntry("aggregate_id", "42")
        .containsEntry("aggregate_version", 7L)
        .containsEntry("ordering_key", "activity:42")
        .containsEntry("correlation_id", "a \"quoted\" \\ corrélation \uD83D\uDE9A")
        .containsEntry("causation_id", null)
        .containsEntry("traceparent", null)
        .containsEntry("occurred", "2026-03-01T08:15:30.123456Z");
  }

  @Test
  void keepsThePayloadByteForByte() {
    String example = OutboxDatabase.example("activity.created").strip();
    List<String> extras =
        List.of(
            "1.0",
            "1e400",
            "-0",
            "12345678901234567890.12345678901234567890",
            "[]",
            "{}",
            "null",
            "[1,\"a\",2.50,null,[],{}]",
            "{\"b\":1,\"a\":2,\"b\":1}",
            "\"\\u00e9\\/\\\\ \\\" \uD83D\uDE9A \\uD83D\\uDE9A \uFFFF {,}\"");
    List<String> payloads =
        extras.stream().map(extra -> "{ \"x\" :\t" + extra + "," + example.substring(1)).toList();

    transaction.executeWithoutResult(
        status ->
            outbox.stageAll(
                payloads.stream().map(text -> event("1").payloadJson(text).build()).toList()));

    assertThat(
            relay.queryForList(
                "SELECT payload::text FROM outbox.message ORDER BY seq", String.class))
        .containsExactlyElementsOf(payloads);
  }

  /** Whatever a thousand generated documents hold: nested, empty, doubled, large and odd. */
  @Test
  void keepsGeneratedPayloadsByteForByte() {
    long seed = System.nanoTime();
    JsonDocuments documents = new JsonDocuments(new Random(seed));
    String example = OutboxDatabase.example("activity.created").strip();
    List<String> payloads = new ArrayList<>();
    payloads.add("{\"x\":" + "[".repeat(400) + "]".repeat(400) + "," + example.substring(1));
    payloads.add("{\"x\":\"" + "long".repeat(200_000) + "\"," + example.substring(1));
    for (int i = 0; i < 1_000; i++) {
      payloads.add("{\"x\":" + documents.next() + "," + example.substring(1));
    }

    transaction.executeWithoutResult(
        status ->
            outbox.stageAll(
                payloads.stream().map(text -> event("1").payloadJson(text).build()).toList()));

    assertThat(
            relay.queryForList(
                "SELECT payload::text FROM outbox.message ORDER BY seq", String.class))
        .as("seed %s", seed)
        .isEqualTo(payloads);
  }

  private static IntegrationEvent created(String id) {
    return event(id).build();
  }

  private static IntegrationEvent.Builder event(String id) {
    return DurableMessage.integrationEvent("activity.created", 1)
        .tenant("acme")
        .aggregate("activity", id, 1)
        .payloadJson(OutboxDatabase.example("activity.created"));
  }

  private List<MessageId> messageIds() {
    return relay
        .queryForList("SELECT message_id::text FROM outbox.message ORDER BY seq", String.class)
        .stream()
        .map(MessageId::of)
        .toList();
  }

  private List<String> changes() {
    return writer.queryForList("SELECT id FROM business.change", String.class);
  }
}
