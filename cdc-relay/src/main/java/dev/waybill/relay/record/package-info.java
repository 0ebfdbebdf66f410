/**
 * What has become of a message on its way to the topics. Plain Java: knows no Spring, Kafka, JDBC
 * or Debezium.
 */
@NullMarked
package dev.waybill.relay.record;

import org.jspecify.annotations.NullMarked;
