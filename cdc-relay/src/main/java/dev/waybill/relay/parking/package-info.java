/**
 * Single messages that could not be published to a handler: what waits behind them, when they are
 * tried again, and how they end.
 */
@NullMarked
package dev.waybill.relay.parking;

import org.jspecify.annotations.NullMarked;
