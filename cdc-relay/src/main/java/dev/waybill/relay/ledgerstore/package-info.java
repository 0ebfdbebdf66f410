/**
 * Where the ledger is kept: the table in PostgreSQL and the topic in Kafka. Decides nothing about
 * it.
 */
@NullMarked
package dev.waybill.relay.ledgerstore;

import org.jspecify.annotations.NullMarked;
