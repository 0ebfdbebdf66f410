package dev.waybill.relay.metrics;

/** What kind of meter it is. */
enum MeterKind {
  GAUGE,
  COUNTER,
  HISTOGRAM
}
