package dev.waybill.handler.status;

import dev.waybill.contract.subscription.HandlerId;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Every handler in this instance. Thread-safe. */
public final class StatusBoard {

  private static final String DISABLED =
      "by waybill.handler.enabled=false: this instance reads, runs and purges nothing";

  private final Map<HandlerId, HandlerStatus> handlers = new ConcurrentHashMap<>();
  private final InstantSource clock;
  private volatile boolean disabled;

  public StatusBoard() {
    this(InstantSource.system());
  }

  StatusBoard(InstantSource clock) {
    this.clock = clock;
  }

  /** The status of a handler, made when first asked for. */
  public HandlerStatus of(HandlerId handler) {
    return handlers.computeIfAbsent(handler, id -> new HandlerStatus(id, clock));
  }

  /** This instance handles nothing, because the settings say so. */
  public void disable() {
    disabled = true;
  }

  /** Why this instance handles nothing whatever comes; null when it handles. */
  public @Nullable String disabled() {
    return disabled ? DISABLED : null;
  }

  /** All, sorted by handler. */
  public List<HandlerStatus> all() {
    List<HandlerStatus> all = new ArrayList<>(handlers.values());
    all.sort(Comparator.comparing(HandlerStatus::handler));
    return all;
  }
}
