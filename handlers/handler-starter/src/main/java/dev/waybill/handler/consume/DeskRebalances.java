package dev.waybill.handler.consume;

import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/** Passes the group's changes on to the desk. */
record DeskRebalances(PartitionDesk desk) implements ConsumerAwareRebalanceListener {

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    desk.assign(consumer, partitions);
  }

  @Override
  public void onPartitionsRevokedAfterCommit(
      Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    desk.leave(partitions);
  }

  @Override
  public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    desk.lose(partitions);
  }
}
