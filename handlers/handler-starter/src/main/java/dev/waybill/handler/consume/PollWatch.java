package dev.waybill.handler.consume;

import org.apache.kafka.common.KafkaException;

/** Is told of the polls of a consumer, on the consuming thread. */
interface PollWatch {

  void before(HandlerConsumer consumer);

  void returned(HandlerConsumer consumer);

  /** Kafka does not let this client in. */
  void refused(KafkaException failure);
}
