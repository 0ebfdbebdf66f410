/**
 * Observes runs of handlers' methods with Micrometer, for traces and a timer. Knows the names of
 * OpenTelemetry; decides nothing, and what goes wrong here is no delivery's failure.
 */
@NullMarked
package dev.waybill.handler.observation;

import org.jspecify.annotations.NullMarked;
