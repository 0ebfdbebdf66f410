/**
 * What a handler tells of itself: meters, and the health rows that outlive a restart. Decides
 * nothing.
 */
@NullMarked
package dev.waybill.handler.signals;

import org.jspecify.annotations.NullMarked;
