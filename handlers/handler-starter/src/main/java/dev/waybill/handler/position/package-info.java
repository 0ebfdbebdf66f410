/**
 * Where reading a partition begins. Plain Java: what the database remembers and what the log holds
 * come in, a decision goes out. No Spring, no Kafka, no JDBC.
 */
@NullMarked
package dev.waybill.handler.position;

import org.jspecify.annotations.NullMarked;
