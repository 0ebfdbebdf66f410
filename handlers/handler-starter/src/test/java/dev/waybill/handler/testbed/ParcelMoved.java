package dev.waybill.handler.testbed;

import org.jspecify.annotations.Nullable;

/**
 * The event.
 *
 * @param act what the handler does besides, see {@link MovesHandler#ACTS}
 */
public record ParcelMoved(String parcel, long step, @Nullable String act) {}
