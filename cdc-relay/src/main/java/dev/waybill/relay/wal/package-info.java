/**
 * How much write-ahead log the slot keeps, and who is the reason: the relay, which has not
 * confirmed it, or a transaction of somebody else, which the server cannot pass. Only reads.
 */
@NullMarked
package dev.waybill.relay.wal;

import org.jspecify.annotations.NullMarked;
