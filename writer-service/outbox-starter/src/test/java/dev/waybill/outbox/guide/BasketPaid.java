package dev.waybill.outbox.guide;

import java.math.BigDecimal;

// guide: payload
/** The payload of {@code basket.paid} version 1. */
record BasketPaid(String basketId, BigDecimal total) {}
// guide: end
