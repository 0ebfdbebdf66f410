package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.wire.Envelope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** {@code outbox.stage}, for writers without the starter, stages what the starter would. */
class SqlStagingIT {

  private static final OutboxDatabase DATABASE = OutboxDatabase.migrated();
  private static final String PAYLOAD = OutboxDatabase.example("activity.created");
  private static final String ROW =
      """
      SELECT kind, event_record, type, schema_version, tenant_id, visibility, aggregate_type,
             aggregate_id, aggregate_version, ordering_key, occurred_at, correlation_id,
             causation_id, traceparent, payload::text AS payload,
             replace(envelope, to_char(staged_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                     'staged') AS envelope
      FROM outbox.message ORDER BY seq
      """;
  private static final String STAGE =
      """
      SELECT outbox.stage(
        source => :source, kind => :kind, event_record => :record, type => :type,
        schema_version => :version, tenant_id => :tenant, aggregate_type => :aggregateType,
        aggregate_id => :id, aggregate_version => :aggregateVersion, payload => :payload,
        ordering_key => :key, visibility => :visibility,
        occurred_at => CAST(:occurred AS timestamptz), correlation_id => :correlation,
        causation_id => :causation, traceparent => :traceparent,
        message_id => CAST(:messageId AS uuid),
        max_message_bytes => CAST(:maxBytes AS integer))
      """;

  private final JdbcTemplate relay = new JdbcTemplate(DATABASE.relay());
  private final NamedParameterJdbcTemplate writer =
      new NamedParameterJdbcTemplate(DATABASE.writer());
  private final TransactionTemplate transaction =
      new TransactionTemplate(new JdbcTransactionManager(DATABASE.writer()));
  private final Outbox outbox = OutboxDatabase.outbox(DATABASE.writer());

  @AfterAll
  static void stop() {
    DATABASE.close();
  }

  @BeforeEach
  void clear() {
    new JdbcTemplate(DATABASE.migrator()).execute("TRUNCATE outbox.message");
  }

  @Test
  void writesTheVeryRowThatTheStarterWrites() {
    StringBuilder hostile =
        new StringBuilder("\"quoted\" \\ back\\\\slash / é \uD83D\uDE9A \uFFFF \u007F");
    for (char control = 1; control < 32; control++) {
      hostile.append(control);
    }
    IntegrationEvent event =
        DurableMessage.integrationEvent("activity.created", 1)
            .tenant("acme \\u0041")
            .aggregate("activity", hostile.toString(), 7)
            .orderingKey("customer:\"7\"")
            .occurredAt(Instant.parse("2026-03-01T08:15:30.123456Z"))
            .visibility(Visibility.PRICE_SENSITIVE)
            .correlationId("\\" + hostile)
            .causationId("\b\f\n\r\t")
            .traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            .payloadJson(" " + PAYLOAD)
            .build();
    MessageId id = transaction.execute(status -> outbox.stage(event));
    List<Map<String, Object>> ofStarter = relay.queryForList(ROW);
    clear();
    stage(
        Map.of(
            "tenant",
            "acme \\u0041",
            "id",
            hostile.toString(),
            "aggregateVersion",
            7,
            "key",
            "customer:\"7\"",
            "occurred",
            "2026-03-01T08:15:30.123456Z",
            "visibility",
            "price-sensitive",
            "correlation",
            "\\" + hostile,
            "causation",
            "\b\f\n\r\t",
            "payload",
            " " + PAYLOAD,
            "messageId",
            id.toString()),
        Map.of("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));

    assertThat(ofStarter).hasSize(1);
    assertThat(relay.queryForList(ROW)).isEqualTo(ofStarter);
  }

  @Test
  void fillsInWhatTheStarterFillsIn() {
    Instant before = Instant.now();
    UUID id = stage(Map.of(), Map.of());

    Map<String, Object> row = relay.queryForMap(ROW);
    assertThat(row)
        .containsEntry("ordering_key", "activity:42")
        .containsEntry("visibility", "public")
        .containsEntry("correlation_id", null);
    Envelope envelope =
        Envelope.parse(
            Objects.requireNonNull(
                relay.queryForObject("SELECT envelope FROM outbox.message", String.class)));
    assertThat(envelope.id()).isEqualTo(new MessageId(id));
    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16))
        .isBetween(before.minusSeconds(5), Instant.now().plusSeconds(5));
  }

  /** One lock for both: the sequence numbers of a key follow the commits of either writer. */
  @Test
  void locksTheOrderingKeyAsTheStarterDoes() {
    String locks =
        "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = 1463900482"
            + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    List<Long> ofStarter =
        transaction.execute(
            status -> {
              outbox.stage(
                  DurableMessage.integrationEvent("activity.created", 1)
                      .tenant("acme")
                      .aggregate("activity", "42", 1)
                      .payloadJson(PAYLOAD)
                      .build());
              return relay.queryForList(locks, Long.class);
            });
    List<Long> ofSql =
        transaction.execute(
            status -> {
              stage(Map.of(), Map.of());
              return relay.queryForList(locks, Long.class);
            });

    assertThat(ofStarter).hasSize(1).isEqualTo(ofSql);
  }

  @ParameterizedTest
  @CsvSource({
    "source, ' ', source is missing",
    "kind, event, kind is none",
    "record, '', event_record is missing",
    "type, Activity.Created, type is not lower-case words",
    "type, created, type is not lower-case words",
    "version, 0, schema_version is below 1",
    "tenant, '', tenant_id is missing",
    "aggregateType, ' ', aggregate_type is missing",
    "id, '', aggregate_id is missing",
    "aggregateVersion, -1, aggregate_version is below 0",
    "key, ' ', ordering_key is blank",
    "visibility, secret, visibility is none",
    "traceparent, 00-0-0-00, traceparent is none",
    "occurred, infinity, occurred_at is not in the years",
    "occurred, -infinity, occurred_at is not in the years",
    "occurred, 0044-03-15 12:00:00+00 BC, occurred_at is not in the years",
    "occurred, 10000-01-01 00:00:00+00, occurred_at is not in the years",
    "payload, '{', payload is not one JSON document",
    "payload, '{} {}', payload is not one JSON document",
    "payload, '{\"a\":\"\\u0000\"}', escape of U+0000",
    "payload, '{\"a\":\"\\ud83d\"}', half a surrogate pair"
  })
  void refusesWhatSqlCanTell(String part, String value, String problem) {
    boolean number = part.endsWith("ersion");
    assertThatThrownBy(() -> stage(Map.of(part, number ? Integer.valueOf(value) : value), Map.of()))
        .hasStackTraceContaining("outbox.stage: ")
        .hasStackTraceContaining(problem);
    assertThat(relay.queryForList(ROW)).isEmpty();
  }

  @Test
  void refusesWhatIsTooLarge() {
    assertThatThrownBy(() -> stage(Map.of("payload", "\"" + "x".repeat(921_600) + "\""), Map.of()))
        .hasStackTraceContaining("bytes on the wire, more than 921600");
    assertThatThrownBy(() -> stage(Map.of("key", "k".repeat(513)), Map.of()))
        .hasStackTraceContaining("more than 512 characters");
    Map<String, @Nullable Object> unlimited = new HashMap<>();
    unlimited.put("maxBytes", null);
    assertThatThrownBy(() -> stage(Map.of("payload", "\"" + "x".repeat(921_600) + "\""), unlimited))
        .hasStackTraceContaining("max_message_bytes is missing");
  }

  /** Whoever brings ids repeats one some day, and two rows with one id are one message lost. */
  @Test
  void refusesAnIdThatIsStagedAlreadyOrAboutToBe() {
    UUID id = UUID.fromString("0af76519-16cd-43dd-8448-eb211c80319c");
    List<CompletableFuture<UUID>> other = new ArrayList<>();
    transaction.executeWithoutResult(
        status -> {
          stage(Map.of("messageId", id.toString(), "key", "a"), Map.of());
          other.add(
              CompletableFuture.supplyAsync(
                  () -> stage(Map.of("messageId", id.toString(), "key", "b"), Map.of())));
          await()
              .until(
                  () ->
                      relay.queryForObject(
                          "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                              + " AND database = (SELECT oid FROM pg_database"
                              + " WHERE datname = current_database())",
                          Integer.class),
                  waiting -> waiting == 1);
        });

    assertThatThrownBy(other.get(0)::join)
        .hasStackTraceContaining("outbox.stage: message_id " + id + " is staged already");
    assertThatThrownBy(() -> stage(Map.of("messageId", id.toString()), Map.of()))
        .hasStackTraceContaining("is staged already");
    assertThat(relay.queryForList(ROW)).hasSize(1);
  }

  private UUID stage(Map<String, Object> parts, Map<String, ? extends @Nullable Object> more) {
    Map<String, @Nullable Object> all = new HashMap<>();
    for (String absent :
        List.of("key", "occurred", "correlation", "causation", "traceparent", "messageId")) {
      all.put(absent, null);
    }
    all.put("source", "/activity-service");
    all.put("kind", "integration-event");
    all.put("record", "EV-ACT-1");
    all.put("type", "activity.created");
    all.put("version", 1);
    all.put("tenant", "acme");
    all.put("aggregateType", "activity");
    all.put("id", "42");
    all.put("aggregateVersion", 1);
    all.put("payload", PAYLOAD);
    all.put("visibility", "public");
    all.put("maxBytes", 921_600);
    all.putAll(parts);
    all.putAll(more);
    return transaction.execute(
        status -> Objects.requireNonNull(writer.queryForObject(STAGE, all, UUID.class)));
  }
}
