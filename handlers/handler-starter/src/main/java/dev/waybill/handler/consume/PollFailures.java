package dev.waybill.handler.consume;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ListenerUtils;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * What a poll throws: a position that the log does not have any more is decided anew, all else is
 * an outage that passes.
 */
record PollFailures(PartitionDesk desk) implements CommonErrorHandler {

  private static final long PAUSE_MS = 500;

  @Override
  public void handleOtherException(
      Exception thrown,
      Consumer<?, ?> consumer,
      MessageListenerContainer container,
      boolean batchListener) {
    if (thrown instanceof InvalidOffsetException offsets) {
      desk.reconsider(consumer, offsets.partitions(), thrown instanceof LogTruncationException);
      return;
    }
    desk.outage(thrown);
    try {
      ListenerUtils.stoppableSleep(container, PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
