package dev.waybill.local.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.kafka.LocalKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TopicReaderIT {
  private static LocalKafka kafka;

  @BeforeAll
  static void start() throws Exception {
    kafka = LocalKafka.builder().start();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic("three", 3, (short) 1),
                  new NewTopic("tail", 3, (short) 1),
                  new NewTopic("none", 3, (short) 1)))
          .all()
          .get();
    }
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @Test
  void readsEveryPartitionPastMarkersAndUpToAnOpenTransaction() {
    TopicReader reader = new TopicReader(kafka.bootstrapServers());
    try (KafkaProducer<String, byte[]> producer = producer()) {
      producer.initTransactions();
      for (int i = 0; i < 30; i++) {
        producer.beginTransaction();
        send(producer, "three", i % 3, "k" + i);
        producer.commitTransaction();
      }
      producer.beginTransaction();
      send(producer, "three", 0, "aborted");
      producer.abortTransaction();
      producer.beginTransaction();
      send(producer, "three", 0, "open");
      producer.flush();

      List<TopicRecord> records = reader.readAll("three", "none");
      producer.abortTransaction();

      assertThat(records).hasSize(30);
      assertThat(records.stream().filter(record -> record.partition() == 1))
          .extracting(TopicRecord::key)
          .containsExactly("k1", "k4", "k7", "k10", "k13", "k16", "k19", "k22", "k25", "k28");
      TopicRecord first = records.stream().filter(r -> "k0".equals(r.key())).findFirst().get();
      assertThat(first.text()).isEqualTo("value of k0");
      assertThat(first.headers())
          .extracting(RecordHeader::name, RecordHeader::text)
          .containsExactly(tuple("n", "1"), tuple("n", "2"));
      assertThat(first.header("n")).contains("2");
      assertThat(first.header("other")).isEmpty();
    }
  }

  @Test
  void followsWhatArrivesAfterItsBeginning() {
    try (KafkaProducer<String, byte[]> producer = producer()) {
      producer.initTransactions();
      producer.beginTransaction();
      send(producer, "tail", 2, "before");
      producer.commitTransaction();

      try (TopicTail tail = TopicTail.of(kafka.bootstrapServers(), List.of("tail"))) {
        producer.beginTransaction();
        send(producer, "tail", 2, "after");
        producer.commitTransaction();

        List<TopicRecord> arrived = new ArrayList<>();
        await()
            .until(
                () -> {
                  arrived.addAll(tail.poll(Duration.ofMillis(100)));
                  return !arrived.isEmpty();
                });
        assertThat(arrived).extracting(TopicRecord::key).containsExactly("after");
      }
    }
  }

  @Test
  void refusesAMissingTopic() {
    assertThatThrownBy(() -> new TopicReader(kafka.bootstrapServers()).readAll("missing"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no such topic: missing");
  }

  private static void send(
      KafkaProducer<String, byte[]> producer, String topic, int partition, String key) {
    var record =
        new ProducerRecord<>(
            topic, partition, key, ("value of " + key).getBytes(StandardCharsets.UTF_8));
    record.headers().add("n", new byte[] {'1'}).add("n", new byte[] {'2'});
    var unused = producer.send(record);
  }

  private static KafkaProducer<String, byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", kafka.bootstrapServers(), "transactional.id", "reader-test"),
        new StringSerializer(),
        new ByteArraySerializer());
  }
}
