/**
 * The benchmark {@code handler-throughput}: how many effects one instance of a handler commits in a
 * second, in one run with a plain listener.
 */
@NullMarked
package dev.waybill.benchmarks.handler;

import org.jspecify.annotations.NullMarked;
