package dev.waybill.outbox;

import dev.waybill.contract.message.MessageKind;
import dev.waybill.contract.message.MessageType;

/** A fact that other services may subscribe to. Made by {@link DurableMessage#integrationEvent}. */
public final class IntegrationEvent extends DurableMessage {

  private IntegrationEvent(Builder builder) {
    super(builder);
  }

  @Override
  public MessageKind kind() {
    return MessageKind.INTEGRATION_EVENT;
  }

  /** Collects the parts of an event. Not thread-safe. */
  public static final class Builder extends DurableMessage.Builder<Builder> {

    Builder(MessageType type) {
      super(type);
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * @throws IllegalStateException when the aggregate or the payload is missing
     * @throws IllegalArgumentException when the aggregate makes too long an ordering key
     */
    public IntegrationEvent build() {
      return new IntegrationEvent(this);
    }
  }
}
