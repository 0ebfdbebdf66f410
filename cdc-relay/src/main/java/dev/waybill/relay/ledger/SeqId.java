package dev.waybill.relay.ledger;

import dev.waybill.contract.message.MessageId;

/** A message by both its names: the number that orders it and the id that identifies it. */
public record SeqId(long seq, MessageId id) {}
