/**
 * What every benchmark reports: three verdicts, ratios to a reference measured in the same run,
 * absolute figures, parameters and the machine. Knows nothing of what is measured.
 */
@NullMarked
package dev.waybill.benchmarks.report;

import org.jspecify.annotations.NullMarked;
