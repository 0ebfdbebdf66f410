package dev.waybill.handler.consume;

import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;

/** Gives a container its {@link HandlerConsumer}. */
final class HandlerConsumerFactory extends DefaultKafkaConsumerFactory<byte[], byte[]> {

  private final java.util.function.Consumer<HandlerConsumer> dueWork;

  HandlerConsumerFactory(
      Map<String, Object> settings, java.util.function.Consumer<HandlerConsumer> dueWork) {
    super(settings);
    this.dueWork = dueWork;
  }

  @Override
  protected Consumer<byte[], byte[]> createRawConsumer(Map<String, Object> settings) {
    return new HandlerConsumer(settings, dueWork);
  }
}
