/**
 * The embedded Debezium engine: starts it afresh, decodes its records, hands over its batches.
 * Knows nothing of Kafka and of the ledger.
 */
@NullMarked
package dev.waybill.relay.stream;

import org.jspecify.annotations.NullMarked;
