package dev.waybill.relay.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireLimits;
import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.publish.BatchProducer.Guard;
import dev.waybill.relay.routing.Target;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchProducerIT {

  private static final Guard NOTHING =
      new Guard() {
        @Override
        public void requireLease() {}

        @Override
        public Optional<String> trouble(String topic) {
          return Optional.empty();
        }
      };

  private static RelayTestbed testbed;

  @BeforeAll
  static void start() {
    testbed = RelayTestbed.create();
    testbed.createTopic(ledger(), 1);
  }

  private static String ledger() {
    return testbed.name() + ".ledger";
  }

  /** What the relay holds to be small enough must not be refused, whatever is in it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1_000, 65_400, 65_536, 300_000})
  void aTopicTakesACopyOfTheSizeThatIsCounted(int payloadBytes) {
    RoutedMessage message = message(topic("size-" + payloadBytes), noise(payloadBytes));
    long bytes = message.copy().recordBytes(message.targets().get(0), true);

    limit(message, bytes);
    publish(Map.of(), List.of(message));

    // The count is no more than a little above what the broker counts.
    limit(message, bytes - 100);
    if (payloadBytes > 0) {
      assertThatThrownBy(() -> publish(Map.of(), List.of(message)))
          .isInstanceOf(PublishException.class)
          .hasMessageContaining("RecordTooLarge");
    }
  }

  /** A few bytes: with the frame of a compression that nobody does it would be some thirty more. */
  @ParameterizedTest
  @CsvSource({
    "lz4, producer, true",
    "none, lz4, true",
    "none, producer, false",
    "none, uncompressed, false"
  })
  void countsACompressionsFrameWhereSomebodyCompresses(
      String relayType, String topicType, boolean compressed) {
    Map<String, String> properties = Map.of("compression.type", relayType);
    String topic = topic("frame-" + relayType + "-" + topicType);
    testbed.configureTopic(topic, "compression.type", topicType);
    RoutedMessage message = message(topic, noise(300_000));

    assertThat(look(properties, topic)).extracting("compressed").isEqualTo(compressed);
    long bytes = message.copy().recordBytes(message.targets().get(0), compressed);
    limit(message, bytes);
    publish(properties, List.of(message));

    limit(message, bytes - 20);
    assertThatThrownBy(() -> publish(properties, List.of(message)))
        .isInstanceOf(PublishException.class)
        .hasMessageContaining("RecordTooLarge");
  }

  /** What a writer may stage must be sent where its topic takes it: nobody could mend it. */
  @Test
  void theLargestMessageThatMayBeStagedIsSent() {
    RoutedMessage message = message(topic("largest"), noise(WireLimits.MAX_MESSAGE_BYTES));
    limit(message, WireLimits.MAX_REQUEST_BYTES);

    assertThat(message.copy().recordBytes(message.targets().get(0), true))
        .isLessThan(WireLimits.MAX_REQUEST_BYTES);
    publish(Map.of(), List.of(message));
  }

  @Test
  void copiesAreCompressedUnlessTheSiteSaysOtherwise() throws Exception {
    String topic = topic("compressed");
    List<RoutedMessage> messages =
        IntStream.range(0, 500).mapToObj(i -> message(topic, "{\"n\": " + i + "}")).toList();
    long bytes = messages.stream().mapToLong(RoutedMessage::bytes).sum();

    publish(Map.of(), messages);
    long stored = size(topic);
    assertThat(stored).isBetween(1L, bytes / 2);

    publish(Map.of("compression.type", "none"), messages);
    assertThat(size(topic) - stored).isGreaterThan(bytes);
  }

  /** Ten seconds for each of a batch's copies would be hours in which nobody is told. */
  @Test
  void waitsOnceForATopicThatNobodyKnows() {
    String unknown = testbed.topic("unknown");
    List<RoutedMessage> messages =
        IntStream.range(0, 6).mapToObj(i -> message(unknown, "{}")).toList();

    assertTimeout(
        Duration.ofSeconds(30),
        () ->
            assertThatThrownBy(() -> publish(Map.of(), messages))
                .isInstanceOf(PublishException.class)
                .hasMessageContaining("UnknownTopicOrPartition"));
  }

  private static TopicState look(Map<String, String> properties, String topic) {
    Subscription subscription =
        new Subscription(
            new HandlerId("timeline"),
            "records",
            topic,
            new Subscription.Layout(1, Ordering.KEY),
            Status.ACTIVE,
            Visibility.PUBLIC,
            List.of());
    try (Topics topics =
        new Topics(connection(properties), RelayProperties.TopicMode.CHECK, true)) {
      return Objects.requireNonNull(topics.look(List.of(subscription)).get(topic));
    }
  }

  private static KafkaConnection connection(Map<String, String> properties) {
    return new KafkaConnection(
        new RelayProperties.Kafka(testbed.kafka().bootstrapServers(), properties),
        Duration.ofSeconds(30));
  }

  private static void publish(Map<String, String> properties, List<RoutedMessage> messages) {
    KafkaConnection connection = connection(properties);
    String transactionalId = messages.get(0).targets().get(0).topic();
    try (BatchProducer producer = BatchProducer.create(connection, transactionalId, ledger())) {
      producer.initialise();
      producer.publish(
          messages,
          BatchRecord.published(
              new BatchRecord.BatchKey(testbed.name(), 1, 1, "system"),
              BatchRecord.BatchRoute.toAll(1),
              messages.stream().map(RoutedMessage::name).toList()),
          NOTHING);
    }
  }

  private static String topic(String name) {
    String topic = testbed.topic(name);
    testbed.createTopic(topic, 1);
    return topic;
  }

  private static void limit(RoutedMessage message, long bytes) {
    testbed.configureTopic(
        message.targets().get(0).topic(), "max.message.bytes", Long.toString(bytes));
  }

  private static long size(String topic) throws InterruptedException, ExecutionException {
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", testbed.kafka().bootstrapServers()))) {
      return admin
          .describeLogDirs(List.of(testbed.kafka().nodeId()))
          .allDescriptions()
          .get()
          .values()
          .stream()
          .flatMap(directories -> directories.values().stream())
          .map(LogDirDescription::replicaInfos)
          .flatMap(replicas -> replicas.entrySet().stream())
          .filter(replica -> replica.getKey().topic().equals(topic))
          .mapToLong(replica -> replica.getValue().size())
          .sum();
    }
  }

  private static RoutedMessage message(String topic, String payload) {
    TestMessage message = TestMessage.of("parcel:1", 1).withPayload(payload);
    OutboxMessage staged =
        new OutboxMessage(
            new SeqId(1, new MessageId(message.id())),
            message.envelope(),
            message.payload(),
            new OutboxMessage.CommitTime(Instant.EPOCH, true));
    return new RoutedMessage(
        staged.name(),
        OutgoingCopy.of(staged, Envelope.parse(staged.envelope())),
        null,
        List.of(new Target(new HandlerId("timeline"), topic, 0, message.key())),
        List.of(),
        List.of());
  }

  /** Characters without a pattern, of which LZ4 makes nothing smaller. */
  private static String noise(int length) {
    return new Random(7)
        .ints(length, '0', '~')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
