package dev.waybill.contract.message;

/** What a message is, and so to whom it travels. */
public enum MessageKind {
  /** A fact, delivered to every subscriber of its type. */
  INTEGRATION_EVENT("integration-event"),
  /** A command to the service that owns the next step, run by that service's worker role. */
  JOURNEY_STEP_COMMAND("journey-step-command"),
  /** A call to the outside, made by the integration that owns the provider. */
  PROVIDER_SIDE_EFFECT("provider-side-effect");

  private final String wireName;

  MessageKind(String wireName) {
    this.wireName = wireName;
  }

  /** The name in rows, headers and files. */
  public String wireName() {
    return wireName;
  }

  /**
   * @throws IllegalArgumentException when no kind has that name
   */
  public static MessageKind ofWireName(String name) {
    for (MessageKind kind : values()) {
      if (kind.wireName.equals(name)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no message kind is called '" + name + "'");
  }
}
