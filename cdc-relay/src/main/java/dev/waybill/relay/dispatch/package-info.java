/**
 * The start order, the one loop that owns the producer, and the supervisor around both. Decides
 * with the plain packages, acts through the others.
 */
@NullMarked
package dev.waybill.relay.dispatch;

import org.jspecify.annotations.NullMarked;
