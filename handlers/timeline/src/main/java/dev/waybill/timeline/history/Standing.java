package dev.waybill.timeline.history;

import java.time.Instant;

/** How an activity stands, after its newest known change. */
public record Standing(
    ActivityRef activity, long version, String status, Change.Summary summary, Instant changedAt) {}
