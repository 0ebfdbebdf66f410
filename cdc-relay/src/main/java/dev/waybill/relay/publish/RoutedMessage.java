package dev.waybill.relay.publish;

import dev.waybill.relay.ledger.BatchRecord.ParkedMessage;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.routing.Target;
import java.util.List;

/**
 * A message ready to be sent: its wire form and what becomes of it for each handler.
 *
 * @param targets who is sent a copy
 * @param leftOut handlers whose lane waits; they are sent it later
 * @param parked handlers to whom it cannot be published now, with the reason
 */
public record RoutedMessage(
    SeqId name,
    OutgoingCopy copy,
    List<Target> targets,
    List<String> leftOut,
    List<ParkedMessage> parked) {

  public RoutedMessage {
    targets = List.copyOf(targets);
    leftOut = List.copyOf(leftOut);
    parked = List.copyOf(parked);
  }

  /**
   * Bytes over all copies, at least one copy's: the ledger names it even when nobody receives it.
   */
  public long bytes() {
    return copy.bytes() * Math.max(1, targets.size());
  }
}
