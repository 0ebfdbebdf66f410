/**
 * A Debezium engine that discards everything, in a process of its own: what the relay's engine can
 * do at most; or that sends it on at least once: what exactly once is compared with. Its settings
 * are the relay's. Knows nothing of backlogs and reports.
 */
@NullMarked
package dev.waybill.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
