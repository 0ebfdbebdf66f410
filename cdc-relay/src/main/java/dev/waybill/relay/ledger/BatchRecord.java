package dev.waybill.relay.ledger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one Kafka transaction published: the value of its ledger record, and the row that follows
 * it.
 *
 * @param key which batch this is
 * @param route under which rules it was routed
 * @param messages every message of the batch, repeats already dropped
 * @param span when they were staged, null when that is not known of each
 * @param parked messages that could not be published to a handler and were set aside
 * @param unparked messages that had been set aside and were published now
 */
public record BatchRecord(
    BatchKey key,
    BatchRoute route,
    List<SeqId> messages,
    @Nullable StagedSpan span,
    List<ParkedMessage> parked,
    List<UnparkedMessage> unparked) {

  public BatchRecord {
    messages = List.copyOf(messages);
    parked = List.copyOf(parked);
    unparked = List.copyOf(unparked);
  }

  /** A batch that parked and unparked nothing, and does not know when its messages were staged. */
  public static BatchRecord published(BatchKey key, BatchRoute route, List<SeqId> messages) {
    return new BatchRecord(key, route, messages, null, List.of(), List.of());
  }

  /** The numbers of its messages. */
  public SeqSet seqs() {
    return SeqSet.of(messages.stream().map(SeqId::seq).toList());
  }

  /**
   * Which batch.
   *
   * @param batch counts the relay's batches from 1 without a gap
   * @param fencingValue of the lease under which it was published
   * @param systemIdentifier of the PostgreSQL cluster it came from
   */
  public record BatchKey(String relay, long batch, long fencingValue, String systemIdentifier) {}

  /**
   * Under which rules a batch was routed.
   *
   * @param revisions the subscription revisions
   * @param scope {@link #ALL}, or the one handler that it was dispatched to
   * @param leftOut handlers that were left out because their lane was blocked
   */
  public record BatchRoute(RoutedBy revisions, String scope, List<String> leftOut) {

    /** The scope of a batch of the stream: every subscribed handler. */
    public static final String ALL = "all";

    public BatchRoute {
      leftOut = List.copyOf(leftOut);
    }

    /** To every handler of a revision, nobody left out. */
    public static BatchRoute toAll(long revision) {
      return new BatchRoute(RoutedBy.only(revision), ALL, List.of());
    }
  }

  /**
   * A message that was set aside for one handler.
   *
   * @param handler whom it was for, {@link #EVERYONE} when that cannot be known
   * @param hold what later messages for the handler wait behind; a message's own id when they do
   *     not
   * @param tenant whose it is, empty when that cannot be known
   * @param cause why
   */
  public record ParkedMessage(
      SeqId message, String handler, String hold, String tenant, ParkCause cause) {

    /** In place of a handler, when a message cannot be read and so cannot be routed. */
    public static final String EVERYONE = "*";
  }

  /** A message that had been set aside for one handler and was published to it now. */
  public record UnparkedMessage(SeqId message, String handler) {}
}
