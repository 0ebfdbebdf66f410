/**
 * Drives Kafka: containers and consumers, assignment and seek, pauses and retries in place. All of
 * a partition's state lives on the one consuming thread. Knows the database only through {@code
 * deliver} and {@code inbox}.
 */
@NullMarked
package dev.waybill.handler.consume;

import org.jspecify.annotations.NullMarked;
