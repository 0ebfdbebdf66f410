package dev.waybill.lab.fault;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** Messages that no slot will bring, since somebody made it anew. Safe for several threads. */
public final class MissedMessages {
  private final Set<UUID> ids = new HashSet<>();

  synchronized void addAll(Collection<UUID> more) {
    ids.addAll(more);
  }

  /** All of them so far. */
  public synchronized Set<UUID> ids() {
    return Set.copyOf(ids);
  }
}
