/**
 * What a staged message costs the transaction that stages it, beside an outbox that updates its
 * rows. Owns the business change that is measured; knows nothing of relays and topics.
 */
@NullMarked
package dev.waybill.benchmarks.staging;

import org.jspecify.annotations.NullMarked;
