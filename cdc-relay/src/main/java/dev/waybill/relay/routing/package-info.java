/**
 * Who receives a message, on which partition. Plain Java: knows no Spring, Kafka, JDBC or Debezium.
 */
@NullMarked
package dev.waybill.relay.routing;

import org.jspecify.annotations.NullMarked;
