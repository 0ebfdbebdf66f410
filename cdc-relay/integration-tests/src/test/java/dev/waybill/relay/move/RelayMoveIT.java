package dev.waybill.relay.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.relay.order.OrderState;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Orders;
import dev.waybill.relay.testbed.RelayTestbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

/** A service leaves the Event Router by the steps of the guide's page, and goes back. */
class RelayMoveIT {

  private static final String OLD_TOPIC = "outbox.event.basket";
  private static final GuidePage PAGE = GuidePage.read("move-from-debezium-event-router.md");

  private final RelayTestbed testbed = RelayTestbed.create();
  private final Orders orders = new Orders(testbed);
  private final String beside = PAGE.blocks("yaml").get(0);

  /** A handler that has moved to a topic of its own already. */
  private final Subscription search =
      subscription(
          beside.replace("shop-events", "shop-search").replace("waybill.", testbed.name() + "."));

  @Test
  void keepsTheOldTopicWithEveryKeyInOrderThereAndBack() throws SQLException {
    testbed.createTopic(OLD_TOPIC, 3);
    run("your table");
    run("run both");
    testbed.apply(List.of(subscription(beside), search));
    try (InProcessRelay relay = InProcessRelay.start(testbed);
        OldConnector connector =
            new OldConnector(testbed.as("waybill_migrator"), testbed.kafka().bootstrapServers())) {
      relay.awaitStreaming();
      insert("42", 1, "BasketPaid");
      insert("43", 1, "BasketPaid");
      insert("44", 1, "BasketSeen");
      connector.catchUp();
      awaitSearched(2);
      assertThat(compared()).isEqualTo("0 0");

      long pause = orders.desk().pause(Orders.ANNA).id();
      orders.await(pause, OrderState.RUNNING);
      insert("42", 2, "BasketPaid");
      testbed.apply(List.of(subscription(oldTopic(beside)), search));
      await().atMost(Duration.ofSeconds(60)).until(() -> revision() == 2);
      try (Connection open = testbed.source("waybill_writer").getConnection()) {
        open.setAutoCommit(false);
        insert(open, "43", 2, "BasketPaid");
        assertThatThrownBy(() -> run("take over", "'3s'", "'100ms'"))
            .hasMessageContaining("lock timeout");
        open.commit();
      }
      run("take over");
      insert("42", 3, "BasketPaid");
      insert("43", 3, "BasketPaid");
      insert("44", 2, "BasketSeen");
      connector.catchUp();
      assertThat(versions("42")).containsExactly(1, 2);
      orders.desk().resume(Orders.ANNA);
      awaitSearched(6);
      assertThat(distinct("42")).containsExactly(1, 2, 3);
      assertThat(distinct("43")).containsExactly(1, 2, 3);

      run("give back");
      insert("43", 4, "BasketPaid");
      testbed.apply(List.of(subscription(oldTopic(beside) + "\nstatus: disabled\n"), search));
      await().atMost(Duration.ofSeconds(60)).until(() -> testbed.routedBy().equals("3 {}"));
      orders.await(orders.desk().drain(Orders.ANNA).id(), OrderState.DONE);
      insert("43", 5, "BasketPaid");
      connector.catchUp();
      awaitSearched(8);
    }
    assertThat(distinct("43")).containsExactly(1, 2, 3, 4, 5);
    assertThat(read(OLD_TOPIC)).allMatch(read -> partitions(read).size() == 1);
  }

  /** The page shows the consumer that this test reads with. */
  @Test
  void showsTheConsumerThatReadsBoth() throws IOException {
    Path source =
        Path.of("src", "test", "java", "dev", "waybill", "relay", "move", "ShopEvent.java");
    assertThat(PAGE.blocks("java"))
        .singleElement()
        .satisfies(block -> assertThat(Files.readString(source)).endsWith(block + "\n"));
  }

  private void run(String block) throws SQLException {
    run(block, "", "");
  }

  private void run(String block, String from, String to) throws SQLException {
    GuidePage.Sql sql = PAGE.sql(block);
    try (Connection connection = testbed.source(sql.role()).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(from.isEmpty() ? sql.text() : sql.text().replace(from, to));
    }
  }

  private String compared() {
    GuidePage.Sql sql = PAGE.sql("compare");
    return testbed
        .as(sql.role())
        .sql(sql.text())
        .query((row, index) -> row.getLong("only_old") + " " + row.getLong("only_new"))
        .single();
  }

  private long revision() {
    GuidePage.Sql sql = PAGE.sql("the revision");
    return testbed.as(sql.role()).sql(sql.text()).query(Long.class).single();
  }

  private static Subscription subscription(String yaml) {
    return SubscriptionFiles.parse("shop.yaml", yaml);
  }

  private static String oldTopic(String yaml) {
    return yaml.replace("topic: waybill.shop-events", "topic: " + OLD_TOPIC);
  }

  private void insert(String basket, int version, String type) throws SQLException {
    try (Connection connection = testbed.source("waybill_writer").getConnection()) {
      insert(connection, basket, version, type);
    }
  }

  private static void insert(Connection connection, String basket, int version, String type)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO shop.outbox_event VALUES ('%s', 'basket', '%s', '%s', '{\"version\":%d}')"
              .formatted(UUID.randomUUID(), basket, type, version));
    }
  }

  private void awaitSearched(int count) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> read(search.topic()).size() == count);
    assertThat(read(search.topic()).stream().map(read -> ShopEvent.of(read).id()))
        .doesNotHaveDuplicates();
  }

  /** The versions of a basket as a consumer sees them that drops repeats by id. */
  private List<Integer> distinct(String basket) {
    Map<String, Integer> seen = new LinkedHashMap<>();
    for (ConsumerRecord<String, String> read : read(OLD_TOPIC)) {
      ShopEvent event = ShopEvent.of(read);
      if (event.basket().equals(basket)) {
        seen.putIfAbsent(event.id(), version(event));
      }
    }
    return List.copyOf(seen.values());
  }

  private List<Integer> versions(String basket) {
    return read(OLD_TOPIC).stream()
        .map(ShopEvent::of)
        .filter(event -> event.basket().equals(basket))
        .map(RelayMoveIT::version)
        .toList();
  }

  private Set<Integer> partitions(ConsumerRecord<String, String> of) {
    return read(OLD_TOPIC).stream()
        .filter(read -> ShopEvent.of(read).basket().equals(ShopEvent.of(of).basket()))
        .map(ConsumerRecord::partition)
        .collect(Collectors.toSet());
  }

  private static int version(ShopEvent event) {
    return Integer.parseInt(event.payload().replaceAll("\\D", ""));
  }

  private List<ConsumerRecord<String, String>> read(String topic) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            testbed.kafka().bootstrapServers(),
            "isolation.level",
            "read_committed");
    List<ConsumerRecord<String, String>> records = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      for (TopicPartition partition : partitions) {
        long end = consumer.endOffsets(partitions).getOrDefault(partition, 0L);
        while (consumer.position(partition) < end) {
          consumer.poll(Duration.ofMillis(100)).forEach(records::add);
        }
      }
    }
    return records;
  }
}
