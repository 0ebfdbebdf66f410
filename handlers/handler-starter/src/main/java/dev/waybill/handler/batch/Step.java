package dev.waybill.handler.batch;

/** What a transaction does with one record. */
public sealed interface Step {

  Work work();

  /** Run the handler's method, unless the message is known or waits behind another. */
  record Run(Work work) implements Step {}

  /** Take it in, to be run by itself later. */
  record Keep(Work work) implements Step {}

  /** Take it in as begun: the caller runs it next, under a lease, by itself. */
  record Begin(Work work) implements Step {}

  /** Take in what is decided already. */
  record Settle(Work work, Verdict verdict) implements Step {}

  /** A copy that somebody sent again. */
  record Replay(Work work) implements Step {}
}
