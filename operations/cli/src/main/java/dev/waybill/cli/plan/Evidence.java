package dev.waybill.cli.plan;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.HandlerId;
import java.util.Map;
import java.util.Set;

/**
 * What was found out about the handlers that run.
 *
 * @param told what the handlers read of whose service an instance answered
 * @param silence why nobody answered for the others
 * @param needed looks at what is on its way, when it matters
 * @param unasked handlers for which the operator answers where nobody else did
 */
public record Evidence(
    Map<HandlerId, Readers> told, String silence, Look needed, Set<HandlerId> unasked) {

  public Evidence {
    told = Map.copyOf(told);
    unasked = Set.copyOf(unasked);
  }

  Readers readers(HandlerId handler) {
    return told.getOrDefault(handler, new Readers.Silent(silence));
  }

  /** Looks for messages of a version that a handler has not finished. */
  @FunctionalInterface
  public interface Look {
    Needed look(HandlerId handler, MessageType type);
  }
}
