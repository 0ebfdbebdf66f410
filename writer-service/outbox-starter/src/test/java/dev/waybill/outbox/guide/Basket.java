package dev.waybill.outbox.guide;

import java.math.BigDecimal;

/** A basket as it is after a change. */
record Basket(String id, String tenant, long version, BigDecimal total) {}
