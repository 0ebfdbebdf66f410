package dev.waybill.handler.batch;

/**
 * Why something did not happen.
 *
 * @param reason for people; holds nothing of a payload
 * @param infrastructure whether it was the surroundings, so that no attempt counts
 */
public record Failure(String reason, boolean infrastructure) {}
