package dev.waybill.handler.settings;

import dev.waybill.handler.consume.ConsumerSettings;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The Kafka cluster.
 *
 * @param bootstrapServers Addresses of brokers, host:port, with commas between.
 * @param properties Further settings of the clients, for instance of security; those that the
 *     guarantees need cannot be set.
 */
public record KafkaProperties(
    @DefaultValue("localhost:9092") String bootstrapServers,
    @DefaultValue Map<String, String> properties) {

  /**
   * @throws IllegalArgumentException when a setting is not for choosing; names it
   */
  public KafkaProperties {
    properties = Map.copyOf(properties);
    ConsumerSettings.requireNoneFixed("waybill.handler.kafka.properties", properties);
  }

  @Override
  public String toString() {
    return "Kafka[bootstrapServers=" + bootstrapServers + "]";
  }
}
