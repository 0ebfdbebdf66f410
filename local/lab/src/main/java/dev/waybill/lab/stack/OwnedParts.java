package dev.waybill.lab.stack;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What has been started and must be stopped, last first. Closing works from another thread while
 * the start is still going on: what is added afterwards is stopped at once.
 */
final class OwnedParts implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private boolean closed;

  /** Takes over a part that was just started. */
  <T extends AutoCloseable> T own(T part) {
    synchronized (this) {
      if (!closed) {
        parts.push(part);
        return part;
      }
    }
    close(part);
    throw new StackClosedException(null);
  }

  @Override
  public void close() {
    Deque<AutoCloseable> all;
    synchronized (this) {
      closed = true;
      all = new ArrayDeque<>(parts);
      parts.clear();
    }
    all.forEach(OwnedParts::close);
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      // One part that does not stop must not keep the others running; its watchdog will end it.
      System.getLogger(OwnedParts.class.getName())
          .log(System.Logger.Level.WARNING, "cannot stop " + part, e);
    }
  }
}
