package dev.waybill.handler.attempt;

/** Rolls back what was done under a claim that is another's now. */
final class StaleClaimException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StaleClaimException() {
    super("the claim is not the current one", null, false, false);
  }
}
