package dev.waybill.handler.registry;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;
import java.util.Map;
import java.util.Optional;

/**
 * One handler, ready to be run.
 *
 * @param subscription what it receives and from where
 * @param methods for each type and version it subscribes to, the method
 */
public record HandlerDefinition(
    HandlerId id, Subscription subscription, Map<MessageType, HandlerMethod> methods) {

  public HandlerDefinition {
    methods = Map.copyOf(methods);
  }

  /** The topic that holds this handler's copies. */
  public String topic() {
    return subscription.topic();
  }

  /** The consumer group of all instances: named as the topic, which is the handler's own. */
  public String group() {
    return subscription.topic();
  }

  /** The method for a type and version. */
  public Optional<HandlerMethod> method(MessageType type) {
    return Optional.ofNullable(methods.get(type));
  }
}
