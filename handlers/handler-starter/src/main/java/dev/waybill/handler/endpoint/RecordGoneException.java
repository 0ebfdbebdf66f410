package dev.waybill.handler.endpoint;

import dev.waybill.handler.desk.DeliveryDesk.Item;

/** Nothing of what was to be retried can be, since nobody has its record any more. */
final class RecordGoneException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RecordGoneException(Item item) {
    super("Message " + item.messageId() + " for " + item.handler() + ": " + item.detail() + ".");
  }
}
