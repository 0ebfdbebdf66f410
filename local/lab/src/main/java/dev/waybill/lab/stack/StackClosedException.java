package dev.waybill.lab.stack;

import org.jspecify.annotations.Nullable;

/** The stack was closed while it was in use, usually with Ctrl-C. */
public final class StackClosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StackClosedException(@Nullable Throwable cause) {
    super("stopped from outside", cause);
  }
}
