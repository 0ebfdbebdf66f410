package dev.waybill.handler;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.contract.subscription.HandlerId;

/**
 * One message on its way into one handler.
 *
 * @param handler to whom
 * @param message what the headers say
 * @param position where this copy is
 * @param attempt the number of this run, from 1; stored, so it grows over restarts. A run that was
 *     rolled back because of another message in its batch is the same attempt
 * @param replay whether somebody sent it again on purpose; then attempts begin at 1 again
 */
public record Delivery(
    HandlerId handler, Message message, RecordPosition position, int attempt, boolean replay) {

  public MessageId id() {
    return message.id();
  }

  public MessageType type() {
    return message.type();
  }

  public TenantId tenant() {
    return message.tenant();
  }

  public OrderingKey orderingKey() {
    return message.orderingKey();
  }
}
