package dev.waybill.outbox;

import dev.waybill.contract.message.MessageKind;
import dev.waybill.contract.message.MessageType;

/**
 * A command to the service that owns the next step of a journey, run by that service's worker role.
 * Made by {@link DurableMessage#journeyStepCommand}.
 */
public final class JourneyStepCommand extends DurableMessage {

  private JourneyStepCommand(Builder builder) {
    super(builder);
  }

  @Override
  public MessageKind kind() {
    return MessageKind.JOURNEY_STEP_COMMAND;
  }

  /** Collects the parts of a command. Not thread-safe. */
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
    public JourneyStepCommand build() {
      return new JourneyStepCommand(this);
    }
  }
}
