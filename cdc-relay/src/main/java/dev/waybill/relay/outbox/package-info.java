/** The writer's message table as the relay reads it. Knows nothing of Kafka and of the WAL. */
@NullMarked
package dev.waybill.relay.outbox;

import org.jspecify.annotations.NullMarked;
