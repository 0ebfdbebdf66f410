package dev.waybill.relay.ledger;

import dev.waybill.contract.message.MessageId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Drops what was published before: what the ledger covers, and an id that repair left undecided.
 * Not thread-safe: it belongs to the dispatch loop.
 */
public final class RepeatFilter {

  private final Map<MessageId, UndecidedMessage> undecided = new HashMap<>();

  public RepeatFilter(Iterable<UndecidedMessage> undecided) {
    undecided.forEach(message -> this.undecided.put(message.message().id(), message));
  }

  /**
   * Splits messages into new ones, repeats, and undecided ones that have now arrived. The order is
   * kept.
   *
   * @param covered whether the ledger has a message
   */
  public <M> Split<M> split(List<M> messages, Function<M, SeqId> name, Predicate<M> covered) {
    List<M> fresh = new ArrayList<>(messages.size());
    List<UndecidedMessage> arrived = new ArrayList<>();
    for (M message : messages) {
      SeqId seqId = name.apply(message);
      UndecidedMessage published = undecided.isEmpty() ? null : undecided.get(seqId.id());
      if (published != null) {
        arrived.add(new UndecidedMessage(seqId, published.batch()));
      } else if (!covered.test(message)) {
        fresh.add(message);
      }
    }
    return new Split<>(fresh, messages.size() - fresh.size(), arrived);
  }

  /** Forgets undecided messages once their fate is recorded. */
  public void decided(Iterable<UndecidedMessage> messages) {
    messages.forEach(message -> undecided.remove(message.message().id()));
  }

  /** Messages whose fate is open. */
  public List<UndecidedMessage> undecided() {
    return List.copyOf(undecided.values());
  }

  /**
   * The outcome of a split.
   *
   * @param fresh never published, in order
   * @param dropped how many were left out as repeats
   * @param arrived undecided messages that came through the WAL, so that their commit is certain
   */
  public record Split<M>(List<M> fresh, int dropped, List<UndecidedMessage> arrived) {}

  /** A message that batch {@code batch} published and that repair did not find in the table. */
  public record UndecidedMessage(SeqId message, long batch) {}
}
