package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.MessageId;
import dev.waybill.local.topics.TopicReader;
import dev.waybill.local.topics.TopicRecord;
import dev.waybill.relay.KillPointRelay.Point;
import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.BatchRecordJson;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.RelayProcess;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** A batch whose ledger row was never written, and whose messages the table does not show. */
class RelayRepairIT {

  @Test
  void doesNotRepeatAMessageWhoseRowIsGoneWhenTheLedgerIsRepaired() {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    TestMessage gone = TestMessage.of("parcel:1", 1);
    Map<String, String> kill = Map.of("kill.point", Point.BEFORE_LEDGER_ROW.name());
    try (RelayProcess relay = RelayProcess.start(KillPointRelay.class.getName(), testbed, kill)) {
      relay.awaitStreaming();
      gone.stageAndDelete(testbed.as("waybill_migrator"));
      relay.awaitExit();
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      TestMessage next = TestMessage.of("parcel:1", 2);
      next.stage(testbed.as("waybill_writer"));
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(keys(testbed))
                      .containsExactly(gone.id().toString(), next.id().toString()));
      assertThat(undecided(testbed)).isZero();
      assertThat(covered(testbed)).isEqualTo(2);
    }
  }

  @Test
  void givesUpOnAMessageWhoseTransactionWasLost() {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
    }
    publishLedgerRecord(testbed, new SeqId(77, new MessageId(UUID.randomUUID())));
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(undecided(testbed)).isZero());
      assertThat(covered(testbed)).isZero();
      assertThat(batches(testbed)).isEqualTo(1);
    }
  }

  /** What a relay leaves that published a message, died, and whose database lost the commit. */
  private static void publishLedgerRecord(RelayTestbed testbed, SeqId message) {
    String systemIdentifier =
        testbed
            .as("waybill_relay")
            .sql("SELECT system_identifier FROM outbox.relay_installation")
            .query(String.class)
            .single();
    BatchRecord record =
        BatchRecord.published(
            new BatchRecord.BatchKey(testbed.name(), 1, 1, systemIdentifier),
            BatchRecord.BatchRoute.toAll(1),
            List.of(message));
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            testbed.kafka().bootstrapServers(),
            "transactional.id",
            "waybill." + testbed.name());
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      var unused =
          producer.send(
              new ProducerRecord<>(
                  testbed.name() + ".internal." + testbed.name() + ".ledger",
                  testbed.name(),
                  BatchRecordJson.write(record)));
      producer.commitTransaction();
    }
  }

  private static List<String> keys(RelayTestbed testbed) {
    return new TopicReader(testbed.kafka().bootstrapServers())
        .readAll(testbed.topic("timeline")).stream().map(TopicRecord::key).toList();
  }

  private static long undecided(RelayTestbed testbed) {
    return number(testbed, "SELECT count(*) FROM outbox.undecided_message");
  }

  private static long batches(RelayTestbed testbed) {
    return number(testbed, "SELECT count(*) FROM outbox.dispatch_batch");
  }

  private static long covered(RelayTestbed testbed) {
    return number(
        testbed,
        """
        SELECT coalesce(sum(upper(r) - lower(r)), 0)::bigint
        FROM outbox.dispatch_batch, unnest(seqs) AS r
        """);
  }

  private static long number(RelayTestbed testbed, String sql) {
    return testbed.as("waybill_relay").sql(sql).query(Long.class).single();
  }
}
