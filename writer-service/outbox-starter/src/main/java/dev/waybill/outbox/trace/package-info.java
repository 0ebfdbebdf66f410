/**
 * Takes the trace context of a message from Micrometer's tracer. Used only where an application has
 * one; knows nothing of messages.
 */
@NullMarked
package dev.waybill.outbox.trace;

import org.jspecify.annotations.NullMarked;
