package dev.waybill.relay.stream;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What the engine hands over and waits for. Once {@link #confirm confirmed}, the slot may move past
 * it; a batch that is not confirmed comes back from the WAL.
 */
public final class StreamBatch {

  private final List<StreamEvent> events;
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  StreamBatch(List<StreamEvent> events) {
    this.events = List.copyOf(events);
  }

  /** In commit order. */
  public List<StreamEvent> events() {
    return events;
  }

  /** Everything in it is published and in the ledger, or was before. */
  public void confirm() {
    done.complete(null);
  }

  void refuse() {
    done.cancel(false);
  }

  CompletableFuture<Void> done() {
    return done;
  }
}
