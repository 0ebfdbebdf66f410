package dev.waybill.outbox;

import dev.waybill.contract.message.MessageKind;
import dev.waybill.contract.message.MessageType;

/**
 * A call to the outside, for instance a mail, made by the integration that owns the provider. Made
 * by {@link DurableMessage#providerSideEffect}.
 */
public final class ProviderSideEffect extends DurableMessage {

  private ProviderSideEffect(Builder builder) {
    super(builder);
  }

  @Override
  public MessageKind kind() {
    return MessageKind.PROVIDER_SIDE_EFFECT;
  }

  /** Collects the parts of a side effect. Not thread-safe. */
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
    public ProviderSideEffect build() {
      return new ProviderSideEffect(this);
    }
  }
}
