package dev.waybill.local.process;

import org.jspecify.annotations.Nullable;

/** A child ended, or did not do in time what was awaited; the message holds its last output. */
public final class ChildProcessException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ChildProcessException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
