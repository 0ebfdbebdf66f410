/**
 * The benchmark {@code publish-latency}: how long after a commit a message can be read from its
 * topics, through the relay and, as the reference, through a plain transactional producer.
 */
@NullMarked
package dev.waybill.benchmarks.publish;

import org.jspecify.annotations.NullMarked;
