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
 * @param attempt from 1; counted since this instance began to read the partition
 */
public record Delivery(HandlerId handler, Message message, RecordPosition position, int attempt) {

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
