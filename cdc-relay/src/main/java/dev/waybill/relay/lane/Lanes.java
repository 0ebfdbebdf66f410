package dev.waybill.relay.lane;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.wire.WireLimits;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.ledgerstore.LedgerTable;
import dev.waybill.relay.publish.TopicState;
import dev.waybill.relay.publish.Topics;
import dev.waybill.relay.status.LaneBoard;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lanes of one session. A lane is open when its topic takes records and no batch left it out
 * that was not made good; only then the stream's batches go there. Not thread-safe: belongs to the
 * dispatch loop.
 */
public final class Lanes implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Lanes.class);

  private final LaneWatch watch;
  private final Suspects suspects;
  private final LedgerTable ledger;
  private final FencingToken token;
  private final Supplier<Set<String>> backfilled;
  private final LaneBoard board;
  private final Map<String, TopicState.Unusable> blocked = new HashMap<>();
  private final Set<String> full = new HashSet<>();
  private final SortedSet<String> behind;
  private Set<String> held = Set.of();
  private Map<String, Subscription> subscriptions = Map.of();
  private Map<String, TopicState> taken = Map.of();

  /**
   * @param suspects topics that refused records in earlier sessions
   * @param backfilled handlers that get older messages first, asked whenever the subscriptions
   *     change
   * @param board where people see which lanes wait
   */
  public Lanes(
      Topics topics,
      Suspects suspects,
      LedgerTable ledger,
      FencingToken token,
      Supplier<Set<String>> backfilled,
      LaneBoard board) {
    this.watch = new LaneWatch(topics);
    this.suspects = suspects;
    this.ledger = ledger;
    this.token = token;
    this.backfilled = backfilled;
    this.board = board;
    this.behind = new TreeSet<>(ledger.behind(token.relay()));
    ledger.unblocked(token);
  }

  /** From now on these are the lanes; returns when their topics were looked at. */
  public void follow(List<Subscription> active) {
    Map<String, Subscription> next = new HashMap<>();
    active.forEach(subscription -> next.put(subscription.handler().value(), subscription));
    watch.follow(active);
    // Before anything goes to a handler that is active from now on.
    hold(backfilled.get());
    subscriptions = next;
    blocked.keySet().retainAll(next.keySet());
    refresh();
  }

  /** Takes over what was seen of the topics. */
  public void refresh() {
    taken = watch.seen();
    subscriptions.forEach(
        (handler, subscription) -> {
          Optional<TopicState.Unusable> why = unusable(subscription.topic());
          if (!Objects.equals(blocked.get(handler), why.orElse(null))) {
            why.ifPresentOrElse(reason -> block(handler, reason), () -> unblock(handler));
          }
        });
    show();
  }

  /** Why a topic takes no records by what was seen last, which may be news. */
  public Optional<String> trouble(String topic) {
    return watch.seen().get(topic) instanceof TopicState.Unusable unusable
        ? Optional.of(unusable.reason())
        : Optional.empty();
  }

  private Optional<TopicState.Unusable> unusable(String topic) {
    if (taken.get(topic) instanceof TopicState.Unusable unusable) {
      return Optional.of(unusable);
    }
    return suspects.waiting(topic);
  }

  private void block(String handler, TopicState.Unusable why) {
    blocked.put(handler, why);
    showWhy(handler);
    LOG.warn(
        "Relay {}: handler {} waits, the others go on: {} — {}",
        token.relay(),
        handler,
        why.reason(),
        why.remedy());
  }

  private void unblock(String handler) {
    blocked.remove(handler);
    showWhy(handler);
    LOG.info("Relay {}: the topic of handler {} takes records again", token.relay(), handler);
  }

  /** Puts where people look why a handler waits, if it does. */
  private void showWhy(String handler) {
    TopicState.Unusable why = blocked.get(handler);
    if (why != null) {
      ledger.blocked(token, handler, why.reason());
    } else if (full.contains(handler)) {
      ledger.blocked(token, handler, "its parked keys have reached their cap");
    } else {
      ledger.unblocked(token, handler);
    }
  }

  /** Whether the stream's batches go to a handler now. */
  public boolean open(HandlerId handler) {
    return !blocked.containsKey(handler.value())
        && !behind.contains(handler.value())
        && !held(handler.value())
        && !full.contains(handler.value());
  }

  /** The largest record that a handler's topic takes, in bytes. */
  public long maxBytes(String topic) {
    long limit =
        taken.get(topic) instanceof TopicState.Usable usable
            ? usable.maxBytes()
            : WireLimits.MAX_REQUEST_BYTES;
    return Math.min(limit, WireLimits.MAX_REQUEST_BYTES);
  }

  /**
   * Whether records are compressed on their way into a handler's topic; so held of an unknown one.
   */
  public boolean compressed(String topic) {
    return !(taken.get(topic) instanceof TopicState.Usable usable) || usable.compressed();
  }

  /** A batch left these out. */
  public void leftOut(Collection<String> handlers) {
    behind.addAll(handlers);
  }

  /** Handlers that are behind and can be sent what they were left out of. */
  public List<String> drainable() {
    return behind.stream()
        .filter(handler -> takes(new HandlerId(handler)) && !held(handler))
        .toList();
  }

  /** Handlers that were left out of batches that are not made good yet. */
  public SortedSet<String> behind() {
    return new TreeSet<>(behind);
  }

  /** Whether records may be sent to a handler now, other than by the stream. */
  public boolean takes(HandlerId handler) {
    return !blocked.containsKey(handler.value()) && !full.contains(handler.value());
  }

  /**
   * These get older messages first: those of them that are ordered are left out of batches, and not
   * made good, until they are not held any more.
   */
  public void hold(Set<String> handlers) {
    held = Set.copyOf(handlers);
  }

  private boolean held(String handler) {
    Subscription subscription = subscriptions.get(handler);
    return held.contains(handler)
        && subscription != null
        && subscription.layout().ordering() == Ordering.KEY;
  }

  /**
   * A handler whose parked keys have reached their cap gets nothing new, parked or not: it is left
   * out until some are dispatched or resolved.
   */
  public void full(String handler, boolean now) {
    if (now && full.add(handler)) {
      showWhy(handler);
      LOG.error(
          "Relay {}: handler {} waits, its parked keys have reached their cap;"
              + " see runbooks/parked-messages.md",
          token.relay(),
          handler);
    } else if (!now && full.remove(handler)) {
      showWhy(handler);
      LOG.info("Relay {}: handler {} is below the cap of parked keys", token.relay(), handler);
    }
  }

  /** Handlers whose topics take records, behind or not. */
  public Set<String> usable() {
    Set<String> usable = new HashSet<>(subscriptions.keySet());
    usable.removeAll(blocked.keySet());
    return usable;
  }

  /** Everything that a handler was left out of was made good: it joins the next batch. */
  public void rejoin(String handler) {
    ledger.rejoined(token, handler);
    behind.remove(handler);
    show();
    LOG.info("Relay {}: handler {} has caught up and rejoins", token.relay(), handler);
  }

  private void show() {
    Set<String> waiting = new HashSet<>(blocked.keySet());
    waiting.addAll(full);
    board.show(waiting, behind);
  }

  @Override
  public void close() {
    watch.close();
  }
}
