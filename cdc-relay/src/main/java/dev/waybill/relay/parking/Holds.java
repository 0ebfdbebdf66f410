package dev.waybill.relay.parking;

import dev.waybill.relay.ledger.Hold;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The keys of handlers behind whose parked messages later ones wait. May hold a key for too long,
 * never for too short: a message that waits needlessly is claimed as the first of its key. Not
 * thread-safe: belongs to the dispatch loop.
 */
public final class Holds {

  private final Map<String, Set<String>> keysByHandler = new HashMap<>();

  /** Begins with what is unfinished. */
  public Holds(List<Hold> unfinished) {
    unfinished.forEach(this::add);
  }

  public void add(Hold hold) {
    keysByHandler.computeIfAbsent(hold.handler(), handler -> new HashSet<>()).add(hold.key());
  }

  public void remove(Hold hold) {
    Set<String> keys = keysByHandler.get(hold.handler());
    if (keys != null) {
      keys.remove(hold.key());
    }
  }

  /** Forgets what is finished; the handlers stay, with no key held any more. */
  public void keepOnly(Collection<Hold> unfinished) {
    keysByHandler.values().forEach(Set::clear);
    unfinished.forEach(this::add);
  }

  public boolean contains(Hold hold) {
    return keysByHandler.getOrDefault(hold.handler(), Set.of()).contains(hold.key());
  }

  /** How many keys of a handler are held. */
  public int count(String handler) {
    return keysByHandler.getOrDefault(handler, Set.of()).size();
  }

  /** Handlers with a held key, or with none any more. */
  public Set<String> handlers() {
    return Set.copyOf(keysByHandler.keySet());
  }

  /** Whether nothing is held. */
  public boolean isEmpty() {
    return keysByHandler.values().stream().allMatch(Set::isEmpty);
  }
}
