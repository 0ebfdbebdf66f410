package dev.waybill.handler;

/** How a method is run. */
public enum Processing {
  /**
   * Inside the transaction that also holds the inbox row: what it writes to the application's
   * database and the fact that the message was handled are one. For everything that stays in the
   * own database.
   */
  TRANSACTIONAL,
  /**
   * By itself, with no transaction open, after the attempt was stored and before its outcome is:
   * for calls to the outside. A process that dies in between leaves open whether the call was made,
   * so the message is tried again: pass the message id on as the idempotency key. A method that is
   * longer at it than {@code waybill.handler.work.call-timeout} is interrupted.
   */
  SINGLE
}
