package dev.waybill.relay.publish;

import dev.waybill.relay.ledger.BatchRecord.ParkedMessage;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.routing.Target;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message ready to be sent: its wire form and what becomes of it for each handler.
 *
 * @param stagedAt when it was staged, null when that is not known
 * @param targets who is sent a copy
 * @param leftOut handlers whose lane waits; they are sent it later
 * @param parked handlers to whom it cannot be published now, with the reason
 */
public record RoutedMessage(
    SeqId name,
    OutgoingCopy copy,
    @Nullable Instant stagedAt,
    List<Target> targets,
    List<String> leftOut,
    List<ParkedMessage> parked) {

  /** A number and an id with their quotes; as much again where the message is unparked. */
  private static final long NAME_BYTES = 256;

  private static final long PARKED_BYTES = 256;
  private static final long MOST_BYTES_PER_CHARACTER = 6;

  public RoutedMessage {
    targets = List.copyOf(targets);
    leftOut = List.copyOf(leftOut);
    parked = List.copyOf(parked);
  }

  /** When it was staged, empty when that is not known. */
  public Optional<Instant> staged() {
    return Optional.ofNullable(stagedAt);
  }

  /**
   * Bytes over all copies, at least one copy's: the ledger names it even when nobody receives it.
   */
  public long bytes() {
    return copy.bytes() * Math.max(1, targets.size());
  }

  /** Bytes in the ledger's record, at most: names are of known length, and text may be escaped. */
  public long ledgerBytes() {
    long bytes = NAME_BYTES;
    for (ParkedMessage entry : parked) {
      long text =
          (long) entry.hold().length() + entry.tenant().length() + entry.cause().text().length();
      bytes += PARKED_BYTES + MOST_BYTES_PER_CHARACTER * text;
    }
    return bytes;
  }
}
