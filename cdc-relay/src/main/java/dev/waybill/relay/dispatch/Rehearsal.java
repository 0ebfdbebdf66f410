package dev.waybill.relay.dispatch;

import dev.waybill.relay.publish.BatchProducer;
import dev.waybill.relay.status.NotReadyException;
import dev.waybill.relay.stream.WalStream;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through what a takeover needs, without changing anything, when a relay begins to stand by
 * and every hour from then on. What would stop it is better known now than when it is needed; and a
 * takeover is quicker when nothing of it happens for the first time in the process. Used by the
 * relay's thread only.
 */
final class Rehearsal {

  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final long INTERVAL_NANOS = Duration.ofHours(1).toNanos();

  private final RelayParts parts;
  private final LongSupplier nanoTime;
  private @Nullable Long last;

  Rehearsal(RelayParts parts, LongSupplier nanoTime) {
    this.parts = parts;
    this.nanoTime = nanoTime;
  }

  void runWhenDue() {
    long now = nanoTime.getAsLong();
    Long before = last;
    if (before != null && now - before < INTERVAL_NANOS) {
      return;
    }
    last = now;
    try {
      run();
    } catch (NotReadyException e) {
      warn(e.reason() + " — " + e.remedy());
    } catch (RuntimeException e) {
      warn(String.valueOf(e.getMessage()));
    }
  }

  private void run() {
    parts.database().preconditions().check().requireReplication();
    parts.database().preconditions().check().requirePublication();
    WalStream.rehearse(parts.settings());
    String ledger = parts.kafka().ledgerTopic().name();
    var unused = parts.kafka().ledgerTopic().lastStable(TIMEOUT);
    // Never initialised, so that it fences nobody.
    String id = parts.settings().topicPrefix() + ".rehearsal";
    BatchProducer.create(parts.kafka().connection(), id, ledger).close();
  }

  /** A stop interrupts it, which says nothing about a takeover. */
  private static void warn(String why) {
    if (!Thread.currentThread().isInterrupted()) {
      LOG.warn("Relay standby could not take over now: {}", why);
    }
  }
}
