package dev.waybill.outbox.guide;

// guide: viewed
record BasketViewed(String basketId) {}
// guide: end
