package dev.waybill.outbox.gate;

import dev.waybill.contract.message.MessageType;
import java.util.Map;

/**
 * What a revision holds back.
 *
 * @param revision the newest that is applied; 0 before the first
 * @param heldBack of the types asked about those that may not be staged, each with the subscribers
 *     in the way, for instance {@code timeline reads v1}
 */
public record GateView(long revision, Map<MessageType, String> heldBack) {

  public GateView {
    heldBack = Map.copyOf(heldBack);
  }
}
