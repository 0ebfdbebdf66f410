package dev.waybill.outbox.gate;

import dev.waybill.contract.message.MessageType;
import java.util.Optional;

/**
 * Whether every subscriber reads a version, so that it may be staged. Asked for each message, in
 * the transaction of the business change and before anything is written: an implementation answers
 * from memory, does not block, throws nothing and may be called by many threads at once.
 */
@FunctionalInterface
public interface VersionGate {

  /**
   * Why a type and version may not be staged, a clause that names the subscriber in the way; empty
   * when it may.
   */
  Optional<String> objection(MessageType type);

  /** Holds nothing back. */
  static VersionGate open() {
    return Open.GATE;
  }
}
