/**
 * What every benchmark is: a command that measures on servers of its own and reports. A new one is
 * one class that extends {@code Benchmark} and one line in the list. Knows nothing of what is
 * measured.
 */
@NullMarked
package dev.waybill.benchmarks.run;

import org.jspecify.annotations.NullMarked;
