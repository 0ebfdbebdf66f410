/**
 * Load and time: work started at intended instants whatever the system does, and latencies measured
 * from those. Knows nothing of what the work is.
 */
@NullMarked
package dev.waybill.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
