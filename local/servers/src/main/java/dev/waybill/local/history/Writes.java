package dev.waybill.local.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a writer did: which messages it committed, in which order within their key, and which it
 * rolled back. Safe for use from several threads. Holds some 120 bytes per message.
 */
public final class Writes {
  private final Map<UUID, Write> committed = new HashMap<>();
  private final Set<UUID> rolledBack = new HashSet<>();
  private final Set<UUID> late = new HashSet<>();

  /**
   * Notes a committed message.
   *
   * @param key the ordering key
   * @param order a number that grows in commit order within the key
   */
  public synchronized void committed(UUID id, String key, long order) {
    if (committed.put(id, new Write(key, order, committed.size())) != null) {
      throw new IllegalArgumentException("message " + id + " was committed twice");
    }
  }

  /** Notes a message that must never be seen. */
  public synchronized void rolledBack(UUID id) {
    rolledBack.add(id);
  }

  /** Notes a message that may come after later ones of its key, if its record says that it does. */
  public synchronized void mayBeLate(UUID id) {
    late.add(id);
  }

  /** How many messages were committed. */
  public synchronized int committedCount() {
    return committed.size();
  }

  /** How many messages were rolled back. */
  public synchronized int rolledBackCount() {
    return rolledBack.size();
  }

  /** The ids of the committed messages, in no particular order. */
  public synchronized List<UUID> committedIds() {
    return new ArrayList<>(committed.keySet());
  }

  synchronized @Nullable Write find(UUID id) {
    return committed.get(id);
  }

  synchronized boolean wasRolledBack(UUID id) {
    return rolledBack.contains(id);
  }

  synchronized boolean mayArriveLate(UUID id) {
    return late.contains(id);
  }

  synchronized void forEachCommitted(BiConsumer<UUID, Write> action) {
    committed.forEach(action);
  }

  /**
   * Where a committed message stands within its key.
   *
   * @param index a number of its own, from 0
   */
  record Write(String key, long order, int index) {}
}
