/**
 * How long a failed delivery waits in place. Plain Java: counts and chance come in, a pause goes
 * out. No Spring, no Kafka, no JDBC.
 */
@NullMarked
package dev.waybill.handler.retry;

import org.jspecify.annotations.NullMarked;
