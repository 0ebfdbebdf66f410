package dev.waybill.contract.subscription;

/** Whether a subscription is routed. */
public enum Status {
  /** Messages are sent. */
  ACTIVE,
  /** Messages are recorded as ignored and not sent. */
  DISABLED,
  /** Documented only, never routed. */
  CONTRACT_ONLY
}
