package dev.waybill.local.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LocalKafkaIT {
  private static LocalKafka kafka;

  @BeforeAll
  static void start() {
    kafka = LocalKafka.builder().start();
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @Test
  void showsOnlyCommittedTransactionsAndKeepsThemThroughARestart() throws Exception {
    createTopic("parcels");
    try (Producer<String, String> producer = producer("postman")) {
      producer.initTransactions();
      send(producer, "parcels", "kept", true);
      send(producer, "parcels", "dropped", false);
      send(producer, "parcels", "last", true);
    }
    assertThat(committedValues("parcels")).containsExactly("kept", "last");

    String address = kafka.bootstrapServers();
    kafka.stop();
    kafka.start();

    assertThat(kafka.bootstrapServers()).isEqualTo(address);
    assertThat(committedValues("parcels")).containsExactly("kept", "last");
  }

  @Test
  void makesNoTopicByItself() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      assertThatThrownBy(() -> admin.describeTopics(Set.of("unheard-of")).allTopicNames().get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
    }
  }

  @Test
  void saysThatThePortIsTaken() {
    assertThatThrownBy(() -> LocalKafka.builder().port(kafka.port()).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("port " + kafka.port() + " is taken");
  }

  static void createTopic(String name) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
    }
  }

  private static void send(
      Producer<String, String> producer, String topic, String value, boolean commit) {
    producer.beginTransaction();
    var unused = producer.send(new ProducerRecord<>(topic, value));
    producer.flush();
    if (commit) {
      producer.commitTransaction();
    } else {
      producer.abortTransaction();
    }
  }

  private static Producer<String, String> producer(String transactionalId) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            kafka.bootstrapServers(),
            "transactional.id",
            transactionalId,
            "acks",
            "all"),
        new StringSerializer(),
        new StringSerializer());
  }

  private static List<String> committedValues(String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    try (Consumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).values().iterator().next();
      List<String> values = new ArrayList<>();
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
      }
      return values;
    }
  }
}
