/**
 * Sending a handler what was dispatched before it was there: what may be asked for, what it would
 * send, and how far it has come. Knows nothing of Kafka and of how rows are sent.
 */
@NullMarked
package dev.waybill.relay.backfill;

import org.jspecify.annotations.NullMarked;
