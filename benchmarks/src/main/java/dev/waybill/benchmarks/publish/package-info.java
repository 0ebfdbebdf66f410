/**
 * The benchmarks {@code publish-latency} and {@code relay-latency}: how long after a commit a
 * message can be read from its topics, through the relay and, as the reference, through a plain
 * transactional producer.
 */
@NullMarked
package dev.waybill.benchmarks.publish;

import org.jspecify.annotations.NullMarked;
