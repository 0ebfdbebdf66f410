package dev.waybill.timeline.http;

/** The tenant has no such activity, or none any more, or nothing of it was handled yet. */
final class UnknownActivityException extends RuntimeException {

  private static final long serialVersionUID = 1L;
}
