/**
 * When messages can be read from topics, as a {@code read_committed} consumer sees it. Knows
 * nothing of how they came there.
 */
@NullMarked
package dev.waybill.benchmarks.arrival;

import org.jspecify.annotations.NullMarked;
