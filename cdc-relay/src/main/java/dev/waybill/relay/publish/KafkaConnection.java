package dev.waybill.relay.publish;

import dev.waybill.contract.wire.WireLimits;
import dev.waybill.relay.settings.RelayProperties;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Client settings for the relay's one cluster. */
public final class KafkaConnection {

  private final RelayProperties.Kafka settings;
  private final Duration transactionTimeout;

  public KafkaConnection(RelayProperties.Kafka settings, Duration transactionTimeout) {
    this.settings = settings;
    this.transactionTimeout = transactionTimeout;
  }

  public String servers() {
    return settings.bootstrapServers();
  }

  /** What every client needs. */
  public Map<String, Object> common() {
    Map<String, Object> common = new HashMap<>(settings.properties());
    common.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    common.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, 8_000);
    common.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
    return common;
  }

  /** Whether the producer compresses what it sends. */
  boolean compresses() {
    return !compression().equals("none");
  }

  /** Copies differ by one header, and all repeat the names of a dozen: ADR 0031. */
  private String compression() {
    return settings.properties().getOrDefault(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
  }

  /** What the one producer needs. */
  Map<String, Object> producer(String transactionalId) {
    Map<String, Object> producer = common();
    producer.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    producer.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) transactionTimeout.toMillis());
    producer.put(ProducerConfig.ACKS_CONFIG, "all");
    producer.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    producer.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000);
    producer.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 12_000);
    producer.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, compression());
    // Only while a batch is being handed over: its end is flushed, and waits for nothing.
    producer.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    producer.put(ProducerConfig.BATCH_SIZE_CONFIG, 131_072);
    // The topic's own limit is asked for before a send; this one must not be below it.
    producer.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, WireLimits.MAX_REQUEST_BYTES);
    producer.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) WireLimits.MAX_REQUEST_BYTES);
    return producer;
  }
}
