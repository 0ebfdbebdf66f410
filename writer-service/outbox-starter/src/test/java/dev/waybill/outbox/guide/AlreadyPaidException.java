package dev.waybill.outbox.guide;

// guide: repeated
/** Rolls the second change back; the first one stands. */
class AlreadyPaidException extends RuntimeException {

  private static final long serialVersionUID = 1L;
}
// guide: end
