package dev.waybill.handler.inbox;

import dev.waybill.handler.batch.Work;

/** A work with its number in the order of arrival. */
public record Arrived(Work work, long arrival) {}
