/**
 * Directing the relay: each verb plans over HTTP, and orders with {@code --execute}. Knows nothing
 * of the relay's tables.
 */
@NullMarked
package dev.waybill.cli.order;

import org.jspecify.annotations.NullMarked;
