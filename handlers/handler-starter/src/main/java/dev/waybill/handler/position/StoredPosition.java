package dev.waybill.handler.position;

/**
 * What the database remembers of a partition.
 *
 * @param topicId of which topic of that name
 * @param next where to read on
 * @param incarnation how often the position was set by a decision
 */
public record StoredPosition(TopicId topicId, Position next, long incarnation) {}
