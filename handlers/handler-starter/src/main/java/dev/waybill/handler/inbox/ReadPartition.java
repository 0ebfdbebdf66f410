package dev.waybill.handler.inbox;

import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.position.TopicId;

/**
 * How an instance reads a partition.
 *
 * @param topicId the topic that it reads
 * @param incarnation of the stored position when it began
 * @param next what it reads next: everything before it is handled
 */
public record ReadPartition(Partition partition, TopicId topicId, long incarnation, Position next) {

  /** The same, further on. */
  public ReadPartition at(Position position) {
    return new ReadPartition(partition, topicId, incarnation, position);
  }
}
