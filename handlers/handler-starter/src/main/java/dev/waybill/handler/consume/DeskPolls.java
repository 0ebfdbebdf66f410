package dev.waybill.handler.consume;

import org.apache.kafka.common.KafkaException;

/** Passes the polls of a consumer on to the desk. */
record DeskPolls(PartitionDesk desk, BrokerSilence silence) implements PollWatch {

  @Override
  public void before(HandlerConsumer consumer) {
    desk.doDueWork(consumer);
  }

  @Override
  public void returned(HandlerConsumer consumer) {
    desk.polled(silence.complaint(consumer.metrics()));
  }

  @Override
  public void refused(KafkaException failure) {
    desk.outage(failure);
  }
}
