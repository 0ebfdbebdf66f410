/**
 * What a service developer uses to stage durable messages in the transaction of a business change.
 * Knows no database, no Spring and nothing of Kafka.
 */
@NullMarked
package dev.waybill.outbox;

import org.jspecify.annotations.NullMarked;
