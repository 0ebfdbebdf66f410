/** A row of our own that goes through the WAL and comes back. Knows nothing of Kafka. */
@NullMarked
package dev.waybill.relay.heartbeat;

import org.jspecify.annotations.NullMarked;
