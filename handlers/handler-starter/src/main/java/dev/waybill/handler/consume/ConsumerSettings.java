package dev.waybill.handler.consume;

import dev.waybill.contract.wire.WireLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Client settings: what a deployment may choose, and what the guarantees need and so nobody may.
 *
 * <p>The reset policy is {@code none}. With {@code latest}, a partition without a committed offset
 * would begin at its end and lose what is there. With {@code earliest}, the client would quietly
 * move a position that is out of range or whose log was truncated. With {@code none} it says so,
 * and the rule in {@code position} decides and tells.
 */
public final class ConsumerSettings {

  private static final int SESSION_TIMEOUT_MS = 15_000;

  /** Fixed settings, each with the reason. */
  private static final SortedMap<String, String> FIXED =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(
                  ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                  "handlers read committed records only, or they would handle what was rolled back"),
              Map.entry(
                  ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                  "the stored position decides where to begin, or messages would be passed over"),
              Map.entry(
                  ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                  "the position is stored with the effects; Kafka's is for monitoring"),
              Map.entry(
                  ConsumerConfig.GROUP_ID_CONFIG, "the group is named after the handler's topic"),
              Map.entry(
                  ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
                  "two instances of one name push each other out, and one that died keeps its"
                      + " partitions"),
              Map.entry(
                  ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
                  "an interceptor could take records away unseen"),
              Map.entry(
                  ConsumerConfig.CHECK_CRCS_CONFIG,
                  "a record that was damaged on its way would be handled"),
              Map.entry(
                  ConsumerConfig.GROUP_PROTOCOL_CONFIG,
                  "only the classic protocol was tried with seek on assignment"),
              Map.entry(
                  ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                  "partitions stay where they are when an instance joins"),
              Map.entry(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, "records are taken as bytes"),
              Map.entry(
                  ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, "records are taken as bytes"),
              Map.entry(
                  ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                  "a topic is made on purpose, with its partitions"),
              Map.entry(
                  CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                  "use waybill.handler.kafka.bootstrap-servers"),
              Map.entry(
                  ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "use waybill.handler.max-poll-records"),
              Map.entry(
                  ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                  "use waybill.handler.max-poll-interval")));

  private final String bootstrapServers;
  private final Map<String, String> properties;
  private final int maxPollRecords;
  private final Duration maxPollInterval;

  public ConsumerSettings(
      String bootstrapServers,
      Map<String, String> properties,
      int maxPollRecords,
      Duration maxPollInterval) {
    this.bootstrapServers = bootstrapServers;
    this.properties = Map.copyOf(properties);
    this.maxPollRecords = maxPollRecords;
    this.maxPollInterval = maxPollInterval;
  }

  /**
   * Refuses settings that are not for choosing.
   *
   * @param prefix how the settings are called in the application
   * @throws IllegalArgumentException naming the property and the reason
   */
  public static void requireNoneFixed(String prefix, Map<String, String> properties) {
    FIXED.forEach(
        (name, reason) -> {
          if (properties.containsKey(name)) {
            throw new IllegalArgumentException(
                prefix + "[" + name + "] cannot be set: " + reason + ". Remove it.");
          }
        });
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  int maxPollRecords() {
    return maxPollRecords;
  }

  Duration maxPollInterval() {
    return maxPollInterval;
  }

  Duration sessionTimeout() {
    String chosen = properties.get(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
    return Duration.ofMillis(chosen == null ? SESSION_TIMEOUT_MS : Integer.parseInt(chosen));
  }

  Map<String, Object> admin() {
    Map<String, Object> admin = new HashMap<>();
    properties.forEach(
        (name, value) -> {
          if (AdminClientConfig.configNames().contains(name)) {
            admin.put(name, value);
          }
        });
    admin.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    return admin;
  }

  /** Of dead letters: one at a time, each certain before it is forgotten here. */
  Map<String, Object> producer() {
    Map<String, Object> producer = new HashMap<>();
    properties.forEach(
        (name, value) -> {
          if (ProducerConfig.configNames().contains(name)) {
            producer.put(name, value);
          }
        });
    producer.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    producer.put(ProducerConfig.ACKS_CONFIG, "all");
    producer.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    producer.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, WireLimits.MAX_REQUEST_BYTES);
    producer.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
    producer.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 30_000);
    producer.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 15_000);
    producer.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    producer.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    producer.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    return producer;
  }

  /**
   * Of a client that reads single records and is in no group. Dead letters are written outside of
   * transactions, and one that hangs must not keep them from being read.
   */
  public Map<String, Object> reader() {
    Map<String, Object> reader = new HashMap<>(properties);
    reader.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    reader.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
    reader.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    reader.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    reader.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    reader.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    reader.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    reader.put(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    return reader;
  }

  Map<String, Object> consumer(String group) {
    Map<String, Object> consumer = new HashMap<>();
    // New partitions are found, and a silent instance is replaced, sooner than by default.
    consumer.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 30_000);
    consumer.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
    consumer.putAll(properties);
    consumer.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    consumer.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    consumer.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    consumer.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    consumer.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    consumer.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    consumer.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    consumer.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, maxPollRecords);
    consumer.put(
        ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, Math.toIntExact(maxPollInterval.toMillis()));
    consumer.put(
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    consumer.put(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    return consumer;
  }
}
