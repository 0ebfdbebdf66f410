/**
 * Kafka transactions, topics and the records in them. Knows nothing of the WAL and of PostgreSQL.
 */
@NullMarked
package dev.waybill.relay.publish;

import org.jspecify.annotations.NullMarked;
