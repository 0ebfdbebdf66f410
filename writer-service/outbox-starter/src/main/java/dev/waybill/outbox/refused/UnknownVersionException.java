package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;
import java.util.Collection;

/** The contract of the type has no such version. */
public final class UnknownVersionException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public UnknownVersionException(MessageType type, Collection<Integer> known) {
    super(
        "type " + type.name() + " has no version " + type.version() + ", only " + known,
        "version",
        "Add v"
            + type.version()
            + ".schema.json and its example to the contract, or stage a known version.");
  }
}
