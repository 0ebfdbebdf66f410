/**
 * The event records and schemas that any jar brings under {@code META-INF/waybill/events/}. Knows
 * nothing of who subscribes and of how a message is stored.
 */
@NullMarked
package dev.waybill.contract.catalogue;

import org.jspecify.annotations.NullMarked;
