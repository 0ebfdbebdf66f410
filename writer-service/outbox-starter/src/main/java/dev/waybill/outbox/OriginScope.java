package dev.waybill.outbox;

/**
 * Says where the messages come from that this thread stages while it is open: of a request, or of
 * the message whose handling stages others. Scopes nest; what an inner one leaves out is that of
 * the outer one. Bound to its thread, and closed there, innermost first:
 *
 * <pre>{@code
 * try (OriginScope scope = OriginScope.open(new Origin(correlationId, messageId, null))) {
 *   service.complete(id);
 * }
 * }</pre>
 */
public final class OriginScope implements AutoCloseable {

  private static final ThreadLocal<Origin> CURRENT = ThreadLocal.withInitial(() -> Origin.UNKNOWN);

  private final Origin outer;

  private OriginScope(Origin outer) {
    this.outer = outer;
  }

  /** Opens a scope inside those that this thread has open. */
  public static OriginScope open(Origin origin) {
    Origin outer = CURRENT.get();
    CURRENT.set(origin.orElse(outer));
    return new OriginScope(outer);
  }

  /** What the open scopes of this thread say; nothing when none is open. */
  public static Origin current() {
    return CURRENT.get();
  }

  @Override
  public void close() {
    if (outer.equals(Origin.UNKNOWN)) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
