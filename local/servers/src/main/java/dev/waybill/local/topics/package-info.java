/**
 * Reads what is on topics as any consumer with {@code read_committed} sees it, with Kafka's plain
 * client. Knows nothing of the wire format.
 */
@NullMarked
package dev.waybill.local.topics;

import org.jspecify.annotations.NullMarked;
