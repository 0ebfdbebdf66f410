package dev.waybill.benchmarks.listener;

import dev.waybill.handler.autoconfigure.HandlerAutoConfiguration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties.AckMode;

/**
 * The process of the plain listener. Spring's and Kafka's defaults but for what correctness needs:
 * aborted transactions are not read, and a new group begins at the beginning.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = HandlerAutoConfiguration.class)
@EnableKafka
@Import(PlainListener.class)
class PlainListenerApplication {

  static final String READY = "plain listener ready";
  static final String TOPIC = "bench.listener.topic";
  static final String GROUP = "bench.listener.group";
  static final String BOOTSTRAP_SERVERS = "bench.listener.bootstrap-servers";
  static final String ACK = "bench.listener.ack";
  static final String THREADS = "bench.listener.threads";

  @Bean
  static ConcurrentKafkaListenerContainerFactory<String, byte[]> kafkaListenerContainerFactory(
      @Value("${" + BOOTSTRAP_SERVERS + "}") String bootstrapServers,
      @Value("${" + ACK + "}") AckMode ack,
      @Value("${" + THREADS + "}") int threads) {
    ConcurrentKafkaListenerContainerFactory<String, byte[]> factory =
        new ConcurrentKafkaListenerContainerFactory<>();
    factory.setConsumerFactory(
        new DefaultKafkaConsumerFactory<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest"),
            new StringDeserializer(),
            new ByteArrayDeserializer()));
    factory.getContainerProperties().setAckMode(ack);
    factory.setConcurrency(threads);
    return factory;
  }

  @EventListener(ApplicationReadyEvent.class)
  void ready() {
    System.out.println(READY);
  }
}
