package dev.waybill.handler.consume;

import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;

/** Gives a container its {@link HandlerConsumer}. */
final class HandlerConsumerFactory extends DefaultKafkaConsumerFactory<byte[], byte[]> {

  private final PollWatch watch;

  HandlerConsumerFactory(Map<String, Object> settings, PollWatch watch) {
    super(settings);
    this.watch = watch;
  }

  @Override
  protected Consumer<byte[], byte[]> createRawConsumer(Map<String, Object> settings) {
    return new HandlerConsumer(settings, watch);
  }
}
