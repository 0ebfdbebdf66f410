package dev.waybill.handler.registry;

import org.jspecify.annotations.Nullable;

/** A handler's method threw a checked exception, which is the cause. */
public final class HandlerMethodException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  HandlerMethodException(HandlerMethod method, @Nullable Throwable cause) {
    super(method + " failed", cause);
  }
}
