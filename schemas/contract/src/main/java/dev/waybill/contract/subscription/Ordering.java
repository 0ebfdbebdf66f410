package dev.waybill.contract.subscription;

/** How a handler's messages are spread over the partitions of its topic. */
public enum Ordering {
  /** By ordering key: commit order per key. */
  KEY,
  /** By message id: spread evenly, no order promised. */
  NONE
}
