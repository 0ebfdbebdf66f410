/**
 * How a poll batch is cut into transactions so that one failing delivery holds up its own partition
 * and nothing else. Plain Java: a transaction is something that is run and has an outcome. No
 * Spring, no Kafka, no JDBC.
 */
@NullMarked
package dev.waybill.handler.batch;

import org.jspecify.annotations.NullMarked;
