/**
 * The benchmark {@code relay-failover}: how long nothing is published when the relay that streams
 * is killed and another one takes over.
 */
@NullMarked
package dev.waybill.benchmarks.failover;

import org.jspecify.annotations.NullMarked;
