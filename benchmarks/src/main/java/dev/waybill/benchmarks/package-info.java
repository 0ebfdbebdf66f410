/**
 * The command {@code waybill bench}: the list of benchmarks and how one of them is run. Knows
 * nothing of what they measure.
 */
@NullMarked
package dev.waybill.benchmarks;

import org.jspecify.annotations.NullMarked;
