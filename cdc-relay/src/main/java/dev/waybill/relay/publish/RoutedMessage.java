package dev.waybill.relay.publish;

import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.routing.Target;
import java.util.List;

/** A message ready to be sent: its wire form and everyone who receives it. */
public record RoutedMessage(SeqId name, OutgoingCopy copy, List<Target> targets) {

  /**
   * Bytes over all copies, at least one copy's: the ledger names it even when nobody receives it.
   */
  public long bytes() {
    return copy.bytes() * Math.max(1, targets.size());
  }
}
