/**
 * What becomes of a delivery that failed, and whether that is an outage. Plain Java: clock and
 * chance come in, a verdict goes out. No Spring, no Kafka, no JDBC.
 */
@NullMarked
package dev.waybill.handler.retry;

import org.jspecify.annotations.NullMarked;
