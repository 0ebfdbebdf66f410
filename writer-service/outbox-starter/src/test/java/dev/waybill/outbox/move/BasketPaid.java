package dev.waybill.outbox.move;

import java.math.BigDecimal;

// guide: event
/** Published by the module that took the money; sent to Kafka by Modulith until now. */
record BasketPaid(String basketId, long version, BigDecimal total) {}
// guide: end
