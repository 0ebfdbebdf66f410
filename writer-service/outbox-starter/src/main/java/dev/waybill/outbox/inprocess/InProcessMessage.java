package dev.waybill.outbox.inprocess;

import dev.waybill.contract.message.MessageId;
import dev.waybill.outbox.DurableMessage;

/**
 * A message on its way to a consumer in the same process.
 *
 * @param id its identity
 * @param message as it was handed to the outbox, and passed the outbox's checks
 */
public record InProcessMessage(MessageId id, DurableMessage message) {}
