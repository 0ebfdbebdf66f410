package dev.waybill.contract.catalogue;

/** Whether this system publishes an event or receives it. */
public enum Direction {
  OUTBOUND,
  INBOUND
}
