package dev.waybill.relay.watch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What the last looks saw, for readiness, health details and meters. While a server does not answer
 * the last values stay, and say how old they are. Written by one thread, read by several.
 */
public final class WatchBoard {

  private final LongSupplier nanoTime;
  private final List<Consumer<OutboxLook>> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean storeAvailable;
  private volatile boolean brokerAvailable;
  private volatile Seen seen;

  public WatchBoard(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.seen = new Seen(OutboxLook.NONE, nanoTime.getAsLong());
  }

  /** PostgreSQL answered with what the relay needs, or did not. */
  public void store(boolean available) {
    storeAvailable = available;
  }

  /** Kafka answered, or did not. */
  public void broker(boolean available) {
    brokerAvailable = available;
  }

  /** The outbox was looked at. */
  public void outbox(OutboxLook look) {
    seen = new Seen(look, nanoTime.getAsLong());
    listeners.forEach(listener -> listener.accept(look));
  }

  /**
   * Calls {@code listener} with each look from now on, on the watch's thread; it must not throw.
   */
  public void onLook(Consumer<OutboxLook> listener) {
    listeners.add(listener);
  }

  /** Whether PostgreSQL answers and has the relay's tables. False before the first look. */
  public boolean storeAvailable() {
    return storeAvailable;
  }

  /** Whether Kafka answers. False before the first look. */
  public boolean brokerAvailable() {
    return brokerAvailable;
  }

  /** Which servers do not answer, in words for people; empty while both do. */
  public Optional<String> silent() {
    if (storeAvailable && brokerAvailable) {
      return Optional.empty();
    }
    String who = storeAvailable ? "Kafka" : brokerAvailable ? "PostgreSQL" : "PostgreSQL and Kafka";
    return Optional.of(who + (storeAvailable || brokerAvailable ? " does" : " do") + " not answer");
  }

  /** What was last seen of the outbox; zeros before the first look. */
  public OutboxLook outbox() {
    return seen.look();
  }

  /** How old that is. */
  public Duration age() {
    return Duration.ofNanos(nanoTime.getAsLong() - seen.at());
  }

  private record Seen(OutboxLook look, long at) {}
}
