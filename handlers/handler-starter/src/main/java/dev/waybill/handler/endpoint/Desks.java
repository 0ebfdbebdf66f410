package dev.waybill.handler.endpoint;

import dev.waybill.handler.desk.ActionTable;
import dev.waybill.handler.desk.DeliveryDesk;
import dev.waybill.handler.desk.HandlerDesk;
import dev.waybill.handler.desk.ServiceHandlers;
import dev.waybill.handler.lookup.HandlerBook;

/** Where requests are handed on to. Thread-safe. */
public record Desks(
    ServiceHandlers handlers,
    DeliveryDesk deliveries,
    HandlerDesk directions,
    HandlerBook standings,
    ActionTable actions) {}
