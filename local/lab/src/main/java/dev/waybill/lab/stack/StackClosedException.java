package dev.waybill.lab.stack;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The stack was closed while it was in use, usually with Ctrl-C. */
public final class StackClosedException extends CancellationException {
  private static final long serialVersionUID = 1L;

  StackClosedException(@Nullable Throwable cause) {
    super("stopped from outside");
    if (cause != null) {
      initCause(cause);
    }
  }
}
