package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;

/** Not every subscriber is known to read this version yet, so nobody may write it. */
public final class VersionHeldBackException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason which subscriber is in the way, a clause
   */
  public VersionHeldBackException(MessageType type, String reason) {
    super(
        type + " may not be staged yet: " + reason,
        "version",
        "Deploy the readers first and apply the subscriptions, or stage a version that all can read.");
  }
}
