/**
 * The benchmark {@code end-to-end-latency}: how long after a commit its effect is committed by a
 * handler.
 */
@NullMarked
package dev.waybill.benchmarks.effect;

import org.jspecify.annotations.NullMarked;
