/**
 * The commands {@code waybill relay …}: what the relay's tables say of it, and the word that makes
 * it go back to the table. Knows nothing of Kafka.
 */
@NullMarked
package dev.waybill.cli.relay;

import org.jspecify.annotations.NullMarked;
