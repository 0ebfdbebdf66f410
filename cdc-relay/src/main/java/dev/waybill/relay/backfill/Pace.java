package dev.waybill.relay.backfill;

import java.util.function.LongSupplier;

/**
 * How many messages may be sent now, at a rate: what has built up since the last, at most half a
 * second's worth, so that a pause is not made good by a burst. Not thread-safe.
 */
public final class Pace {

  private static final double NANOS = 1e9;

  private final int perSecond;
  private final LongSupplier nanoTime;
  private final double most;
  private double built;
  private long last;

  /** A pace at which one message may be sent at once. */
  public Pace(int perSecond, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.nanoTime = nanoTime;
    this.most = Math.max(1, perSecond / 2.0);
    this.built = 1;
    this.last = nanoTime.getAsLong();
  }

  /** How many messages may be sent now. */
  public int allowance() {
    long now = nanoTime.getAsLong();
    built = Math.min(most, built + (now - last) / NANOS * perSecond);
    last = now;
    return (int) built;
  }

  /** So many were sent. */
  public void spend(long messages) {
    built -= messages;
  }
}
