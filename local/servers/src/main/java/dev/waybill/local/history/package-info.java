/**
 * Compares what a writer committed with what the topics hold: lost, doubled, invented, out of
 * order. Plain Java; knows nothing of PostgreSQL, Kafka or the relay in between.
 */
@NullMarked
package dev.waybill.local.history;

import org.jspecify.annotations.NullMarked;
