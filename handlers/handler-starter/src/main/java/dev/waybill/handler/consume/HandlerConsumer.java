package dev.waybill.handler.consume;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * A consumer that does due work before each poll, on the one thread that may touch it: partitions
 * whose pause is over are resumed, beginnings that could not be decided are decided.
 */
final class HandlerConsumer extends KafkaConsumer<byte[], byte[]> {

  private final Consumer<HandlerConsumer> dueWork;

  HandlerConsumer(Map<String, Object> settings, Consumer<HandlerConsumer> dueWork) {
    super(settings);
    this.dueWork = dueWork;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    dueWork.accept(this);
    return super.poll(timeout);
  }
}
