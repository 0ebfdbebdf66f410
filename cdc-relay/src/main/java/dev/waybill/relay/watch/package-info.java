/**
 * Looks from the outside, at an interval and on a thread of its own, at what the stream does not
 * show: whether the servers answer, how much waits, what is parked. The same on a standby. Only
 * reads.
 */
@NullMarked
package dev.waybill.relay.watch;

import org.jspecify.annotations.NullMarked;
