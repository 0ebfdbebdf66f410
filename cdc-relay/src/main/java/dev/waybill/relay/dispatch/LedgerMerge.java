package dev.waybill.relay.dispatch;

import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.ledgerstore.LedgerTable;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Joins old rows of the ledger, some at a time. Belongs to the dispatch loop. */
final class LedgerMerge implements Errand {

  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final Duration KEPT_APART = Duration.ofHours(1);
  private static final int ROWS = 500;

  private final LedgerTable ledger;
  private final FencingToken token;
  private final LongSupplier nanoTime;
  private long nextAt;

  LedgerMerge(LedgerTable ledger, FencingToken token, LongSupplier nanoTime) {
    this.ledger = ledger;
    this.token = token;
    this.nanoTime = nanoTime;
    this.nextAt = nanoTime.getAsLong();
  }

  @Override
  public boolean publishes() {
    return false;
  }

  @Override
  public boolean step() {
    if (nanoTime.getAsLong() - nextAt < 0) {
      return false;
    }
    boolean more = ledger.merge(token, KEPT_APART, ROWS) == ROWS;
    nextAt = nanoTime.getAsLong() + (more ? 0 : INTERVAL.toNanos());
    return more;
  }
}
