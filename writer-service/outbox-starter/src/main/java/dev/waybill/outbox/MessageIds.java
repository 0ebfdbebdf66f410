package dev.waybill.outbox;

import dev.waybill.contract.message.MessageId;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Makes message ids: UUIDv7 (RFC 9562), so that they sort by time and fill an index from one end.
 * Within one instance each id is greater than the one before, also when the clock stands still or
 * goes back. Thread-safe, lock-free.
 *
 * <p>The 12 bits after the millisecond are a counter that starts each millisecond at a random value
 * below 2048 (RFC 9562, 6.2, method 1). A full counter runs on into the next millisecond.
 */
public final class MessageIds {

  private static final int COUNTER_BITS = 12;
  private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;
  private static final long COUNTER_START_MASK = COUNTER_MASK >>> 1;
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long RANDOM_MASK = 0x3FFF_FFFF_FFFF_FFFFL;

  private final InstantSource clock;
  private final RandomGenerator random;

  /** The last id's milliseconds and counter, in one number. */
  private final AtomicLong last = new AtomicLong();

  /** Ids by the given clock and source of chance. */
  public MessageIds(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** Ids by the system clock, unguessable. */
  public static MessageIds system() {
    return new MessageIds(InstantSource.system(), new SecureRandom());
  }

  /** The next id. */
  public MessageId next() {
    long now = (clock.millis() << COUNTER_BITS) | (random.nextLong() & COUNTER_START_MASK);
    long tick = last.updateAndGet(previous -> isLater(now, previous) ? now : previous + 1);
    long high = ((tick >>> COUNTER_BITS) << 16) | VERSION_7 | (tick & COUNTER_MASK);
    return new MessageId(new UUID(high, VARIANT | (random.nextLong() & RANDOM_MASK)));
  }

  private static boolean isLater(long tick, long previous) {
    return tick >>> COUNTER_BITS > previous >>> COUNTER_BITS;
  }
}
