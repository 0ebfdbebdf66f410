package dev.waybill.relay.heartbeat;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Writes a row at an interval and knows which came back. Not thread-safe: it belongs to the
 * dispatch loop.
 */
public final class Heartbeat {

  private final JdbcClient jdbc;
  private final String relay;
  private final long intervalNanos;
  private final LongSupplier nanoTime;
  private long nextAt;
  private long firstBeat = Long.MAX_VALUE;
  private long lastReturned = Long.MIN_VALUE;
  private long lastBeat = Long.MIN_VALUE;
  private long lastBeatAt;
  private Duration roundTrip = Duration.ZERO;

  public Heartbeat(JdbcClient jdbc, String relay, Duration interval, LongSupplier nanoTime) {
    this.jdbc = jdbc;
    this.relay = relay;
    this.intervalNanos = interval.toNanos();
    this.nanoTime = nanoTime;
    this.nextAt = nanoTime.getAsLong();
  }

  /** Writes a beat when one is due, and says whether it was. */
  public boolean beatWhenDue() {
    long now = nanoTime.getAsLong();
    if (now - nextAt < 0) {
      return false;
    }
    beat();
    return true;
  }

  /** How long until a beat is due, zero when it is. */
  public Duration untilDue() {
    return Duration.ofNanos(Math.max(0, nextAt - nanoTime.getAsLong()));
  }

  /**
   * Takes a beat that came back, and says whether it was written by this session. Then everything
   * that was committed before this session began to stream has passed.
   */
  public boolean own(String beatRelay, long beat) {
    boolean own = beatRelay.equals(relay) && beat >= firstBeat;
    if (own) {
      lastReturned = Math.max(lastReturned, beat);
      if (beat == lastBeat) {
        roundTrip = Duration.ofNanos(nanoTime.getAsLong() - lastBeatAt);
      }
    }
    return own;
  }

  /** Whether a beat of this session, or a later one, came back. */
  public boolean returned(long beat) {
    return lastReturned >= beat;
  }

  /** How long the last beat took that came back before the next was written. */
  public Duration roundTrip() {
    return roundTrip;
  }

  /** Writes a beat now and returns its number; the next is due an interval later. */
  public long beat() {
    long begun = nanoTime.getAsLong();
    nextAt = begun + intervalNanos;
    long beat = write();
    lastBeat = beat;
    lastBeatAt = begun;
    firstBeat = Math.min(firstBeat, beat);
    return beat;
  }

  private long write() {
    // An insert and a delete: only inserts are published, so an upsert would stream nothing.
    return jdbc.sql(
            """
            WITH beat AS (
              INSERT INTO outbox.relay_heartbeat (relay) VALUES (:relay) RETURNING beat),
            older AS (
              DELETE FROM outbox.relay_heartbeat WHERE relay = :relay)
            SELECT beat FROM beat
            """)
        .param("relay", relay)
        .query(Long.class)
        .single();
  }
}
