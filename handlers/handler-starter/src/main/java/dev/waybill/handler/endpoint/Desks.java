package dev.waybill.handler.endpoint;

import dev.waybill.handler.lookup.HandlerBook;
import dev.waybill.handler.operate.ActionTable;
import dev.waybill.handler.operate.DeliveryDesk;
import dev.waybill.handler.operate.HandlerDesk;
import dev.waybill.handler.operate.ServiceHandlers;

/** Where requests are handed on to. Thread-safe. */
public record Desks(
    ServiceHandlers handlers,
    DeliveryDesk deliveries,
    HandlerDesk directions,
    HandlerBook standings,
    ActionTable actions) {}
