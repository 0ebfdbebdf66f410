package dev.waybill.relay.routing;

import dev.waybill.contract.subscription.HandlerId;

/** A handler that subscribes to a message's type and is not sent the message, and why. */
public record Ignored(HandlerId handler, Reason reason) {

  /** Why a subscriber is not sent a message. */
  public enum Reason {
    /** Its subscription is switched off. */
    DISABLED("disabled"),
    /** Its clearance is below the visibility of the message. */
    NOT_CLEARED("not cleared");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    /** As people and answers say it. */
    public String words() {
      return words;
    }
  }
}
