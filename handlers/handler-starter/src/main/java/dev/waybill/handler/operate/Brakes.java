package dev.waybill.handler.operate;

import dev.waybill.handler.retry.OutageGate;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Why one handler reads no further or works on nothing in this instance. Thread-safe. */
public final class Brakes {

  private final OutageGate gate;
  private volatile @Nullable String paused;
  private volatile boolean known;
  private volatile @Nullable String full;

  public Brakes(OutageGate gate) {
    this.gate = gate;
  }

  /** What a person asked for; null when nobody did. */
  public void pause(@Nullable String reason) {
    paused = reason;
    known = true;
  }

  /** Whether it was looked for a pause yet; until then nothing is read and nothing worked on. */
  public boolean isKnown() {
    return known;
  }

  /** Too much is kept in the inbox; null when not. */
  public void full(@Nullable String reason) {
    full = reason;
  }

  /** Whether nothing in the inbox is worked on. An outage is the workers' own business. */
  public boolean stopsWork() {
    return !known || paused != null;
  }

  /** Why no record is read; null when reading goes on. */
  public @Nullable String reading() {
    if (paused != null) {
      return paused;
    }
    if (full != null) {
      return full;
    }
    Instant since = gate.closedSince();
    return since == null ? null : "what it calls does not answer, since " + since;
  }
}
