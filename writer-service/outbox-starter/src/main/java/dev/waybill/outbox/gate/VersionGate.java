package dev.waybill.outbox.gate;

import dev.waybill.contract.message.MessageType;
import java.util.Collection;

/**
 * What the applied subscriptions let through, for whoever wants to see it. It decides nothing:
 * messages meet the gate in the statement that writes them. Thread-safe.
 */
@FunctionalInterface
public interface VersionGate {

  /**
   * Looks at the newest revision, with one short statement.
   *
   * @throws org.springframework.dao.DataAccessException when it cannot be read; nothing can be
   *     staged then either
   */
  GateView look(Collection<MessageType> types);
}
