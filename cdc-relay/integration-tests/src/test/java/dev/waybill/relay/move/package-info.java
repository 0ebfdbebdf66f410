/**
 * Another outbox is replaced by this one while a service goes on: the steps of the guides, taken
 * from their pages.
 */
@NullMarked
package dev.waybill.relay.move;

import org.jspecify.annotations.NullMarked;
