package dev.waybill.handler.inbox;

import dev.waybill.handler.position.Position;

/** A partition's position moves on with a batch that was read from {@code from.next()}. */
public record Move(ReadPartition from, Position to) {}
