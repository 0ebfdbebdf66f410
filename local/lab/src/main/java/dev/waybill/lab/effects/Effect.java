package dev.waybill.lab.effects;

import java.time.Instant;
import java.util.UUID;

/**
 * One row that the lab's handler wrote.
 *
 * @param number grows in the order in which effects were written
 * @param message whose effect it is
 * @param partition where its record was
 * @param at when the row was written, by the database's clock; its transaction committed after that
 */
public record Effect(long number, UUID message, int partition, Instant at) {}
