/**
 * Messages committed at a fixed rate, and how long after that each came through. Knows nothing of
 * the way that they take.
 */
@NullMarked
package dev.waybill.benchmarks.commit;

import org.jspecify.annotations.NullMarked;
