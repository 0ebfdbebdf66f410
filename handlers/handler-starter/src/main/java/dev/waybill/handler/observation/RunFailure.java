package dev.waybill.handler.observation;

import dev.waybill.handler.batch.Failure;

/**
 * What a trace is told in place of what a method threw, whose message may quote the payload or name
 * a secret. Without a stack trace; the reason says where it was.
 */
final class RunFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RunFailure(Failure failure) {
    super(failure.reason(), null, false, false);
  }
}
