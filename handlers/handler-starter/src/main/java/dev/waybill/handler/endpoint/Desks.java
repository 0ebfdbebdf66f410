package dev.waybill.handler.endpoint;

import dev.waybill.handler.desk.ActionTable;
import dev.waybill.handler.desk.DeliveryDesk;
import dev.waybill.handler.desk.HandlerDesk;
import dev.waybill.handler.desk.ServiceHandlers;
import dev.waybill.handler.lookup.DeliveryPages;
import dev.waybill.handler.lookup.HandlerBook;
import dev.waybill.handler.lookup.MinuteBook;

/** Where requests are handed on to. Thread-safe. */
public record Desks(
    ServiceHandlers handlers,
    DeliveryDesk deliveries,
    HandlerDesk directions,
    Books books,
    ActionTable actions) {

  /** What is only read. */
  public record Books(HandlerBook standings, DeliveryPages pages, MinuteBook minutes) {}
}
