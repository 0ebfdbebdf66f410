package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.topics.RecordHeader;
import dev.waybill.local.topics.TopicReader;
import dev.waybill.local.topics.TopicRecord;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The bytes on the topic, read by a consumer that knows nothing of Waybill. */
class RelayWireIT {

  @Test
  void sendsKeyHeadersAndValueExactlyAsStaged() {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    String payload =
        "{ \"b\": 1.0, \"a\":[1,\"x\",null,{}],\"big\": 12345678901234567890123.4500,\n"
            + " \"a\": \"twice \\u00fc \uD83D\uDE9A\" }";
    TestMessage fromTable = TestMessage.of("parcel:ü", 1).withPayload(payload);
    fromTable.stage(testbed.as("waybill_writer"));
    TestMessage fromWal = TestMessage.of("parcel:ü", 2).withPayload(payload);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      fromWal.stage(testbed.as("waybill_writer"));
      List<TopicRecord> records = awaitRecords(testbed, 2);

      assertRecord(records.get(0), fromTable, payload);
      assertThat(records.get(0).header("waybill-committed-at-source")).contains("staged");
      assertRecord(records.get(1), fromWal, payload);
      assertThat(records.get(1).header("waybill-committed-at-source")).isEmpty();
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void publishesWhatWasCommittedWhateverHappensToTheRowAfterwards(CapturedOutput output) {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    JdbcClient owner = testbed.as("waybill_migrator");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
    }
    TestMessage updated = TestMessage.of("parcel:1", 1);
    updated.stage(testbed.as("waybill_writer"));
    owner.sql("UPDATE outbox.message SET aggregate_id = 'changed'").update();
    awaitCounted(owner);
    TestMessage deleted = TestMessage.of("parcel:1", 2);
    deleted.stageAndDelete(owner);
    List<TestMessage> unread =
        IntStream.range(0, 1_000).mapToObj(i -> TestMessage.of("parcel:1", 3 + i)).toList();
    TestMessage.stageAll(testbed.as("waybill_writer"), unread);
    assertThat(owner.sql("DELETE FROM outbox.message WHERE seq % 2 = 0").update()).isGreaterThan(1);
    owner.sql("TRUNCATE outbox.message").update();
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      TestMessage last = TestMessage.of("parcel:1", 1_003);
      last.stage(testbed.as("waybill_writer"));
      List<TestMessage> committed = new ArrayList<>(List.of(updated, deleted));
      committed.addAll(unread);
      committed.add(last);

      assertThat(awaitRecords(testbed, committed.size()))
          .extracting(TopicRecord::key)
          .containsExactlyElementsOf(
              committed.stream().map(message -> message.id().toString()).toList());
      // Distinct: another class of this JVM may set logging up anew, and a line is then printed by
      // the
      // appender before and the one after it, with the same time.
      assertThat(output.getOut().lines().filter(line -> line.contains("were updated")).distinct())
          .singleElement()
          .asString()
          .contains("1 rows of outbox.message were updated");
    }
  }

  /**
   * PostgreSQL keeps such a value apart from its row, and an update that leaves it alone does not
   * write it to the log again: a reader of updates would get a placeholder in its place.
   */
  @Test
  void publishesALargeValueWholeAlthoughItsRowWasUpdated() {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    testbed.createTopic(testbed.topic("timeline"), 3);
    testbed.configureTopic(testbed.topic("timeline"), "max.message.bytes", "8000000");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
    }
    List<TestMessage> messages =
        List.of(
            TestMessage.of("parcel:1", 1).withPayload(random(100_000)),
            TestMessage.of("parcel:1", 2).withPayload(random(1_000_000)),
            TestMessage.of("parcel:1", 3).withPayload("\"__debezium_unavailable_value\""));
    messages.forEach(message -> message.stage(testbed.as("waybill_writer")));
    assertThat(
            testbed
                .as("waybill_migrator")
                .sql("UPDATE outbox.message SET aggregate_id = 'changed'")
                .update())
        .isEqualTo(3);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      TestMessage last = TestMessage.of("parcel:1", 4);
      last.stage(testbed.as("waybill_writer"));

      List<TopicRecord> records = awaitRecords(testbed, 4);
      assertThat(records).extracting(TopicRecord::key).doesNotHaveDuplicates();
      for (int i = 0; i < messages.size(); i++) {
        assertThat(records.get(i).value())
            .isEqualTo(messages.get(i).payload().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** A text that does not compress, so that it is as large in the table and in the log. */
  private static String random(int characters) {
    long seed = System.nanoTime();
    StringBuilder text = new StringBuilder("{\"seed\": " + seed + ", \"text\": \"");
    new Random(seed)
        .ints(characters, 'ü', 'ü' + 5_000)
        .forEach(character -> text.append((char) character));
    return text.append("\"}").toString();
  }

  @Test
  void leavesTheApplicationsOwnTablesAlone() {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    JdbcClient owner = testbed.as("waybill_migrator");
    owner.sql("CREATE SCHEMA app").update();
    owner.sql("CREATE TABLE app.keyless (a int)").update();
    owner.sql("INSERT INTO app.keyless VALUES (1)").update();
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      assertThat(owner.sql("UPDATE app.keyless SET a = 2").update()).isEqualTo(1);
      assertThat(owner.sql("DELETE FROM app.keyless").update()).isEqualTo(1);
      assertThat(
              owner
                  .sql(
                      """
                      SELECT tablename::text FROM pg_publication_tables
                      WHERE pubname = 'waybill_outbox' ORDER BY 1
                      """)
                  .query(String.class)
                  .list())
          .containsExactly("message", "relay_heartbeat");
    }
  }

  /** PostgreSQL counts when the connection that updated has ended. */
  private static void awaitCounted(JdbcClient owner) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                owner
                    .sql(
                        "SELECT sum(n_tup_upd) = 1 FROM pg_stat_user_tables"
                            + " WHERE schemaname = 'outbox' AND relname LIKE 'message%'")
                    .query(Boolean.class)
                    .single());
  }

  private static void assertRecord(TopicRecord record, TestMessage message, String payload) {
    assertThat(record.key()).isEqualTo(message.id().toString());
    assertThat(record.value()).isEqualTo(payload.getBytes(StandardCharsets.UTF_8));
    assertThat(record.headers())
        .extracting(RecordHeader::name)
        .doesNotHaveDuplicates()
        .doesNotContain("visibility")
        .startsWith("ce_specversion", "ce_id", "ce_source", "ce_type", "ce_time", "ce_subject")
        .endsWith("waybill-handler");
    assertThat(record.header("ce_id")).contains(message.id().toString());
    assertThat(record.header("ce_partitionkey")).contains("parcel:ü");
    assertThat(record.header("waybill-handler")).contains("timeline");
    assertThat(record.header("ce_recordedtime").map(Instant::parse)).isPresent();
    assertThat(record.header("waybill-committed-at").map(Instant::parse).orElseThrow())
        .isBetween(Instant.now().minus(Duration.ofMinutes(5)), Instant.now());
  }

  private static List<TopicRecord> awaitRecords(RelayTestbed testbed, int count) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(
            () ->
                new TopicReader(testbed.kafka().bootstrapServers())
                    .readAll(testbed.topic("timeline")),
            records -> records.size() >= count);
  }
}
