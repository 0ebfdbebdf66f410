package dev.waybill.handler.position;

/**
 * What a partition's log holds now.
 *
 * @param topicId of which topic
 * @param start the first offset that is still there
 * @param end one past the last record that a {@code read_committed} reader may see
 * @param truncated whether Kafka said that the log was cut below the stored position
 */
public record PartitionLog(TopicId topicId, long start, long end, boolean truncated) {}
