/**
 * What was published, as values and decisions: numbers, batch records, whose Kafka and whose
 * database. Plain Java: knows no Spring, Kafka, JDBC or Debezium.
 */
@NullMarked
package dev.waybill.relay.ledger;

import org.jspecify.annotations.NullMarked;
