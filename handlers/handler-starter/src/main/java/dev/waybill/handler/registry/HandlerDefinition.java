package dev.waybill.handler.registry;

import dev.waybill.contract.delivery.DeliveryStatements;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One handler, ready to be run.
 *
 * @param subscription what it receives and from where
 * @param deliveries what is stated of them, for instance how long and how often one is tried again
 * @param methods for each type and version it subscribes to, the method
 */
public record HandlerDefinition(
    HandlerId id,
    Subscription subscription,
    DeliveryStatements deliveries,
    Map<MessageType, HandlerMethod> methods) {

  public HandlerDefinition {
    methods = Map.copyOf(methods);
  }

  /** A handler of whose deliveries nothing is stated. */
  public HandlerDefinition(
      HandlerId id, Subscription subscription, Map<MessageType, HandlerMethod> methods) {
    this(id, subscription, DeliveryStatements.none(), methods);
  }

  HandlerDefinition with(DeliveryStatements stated) {
    return new HandlerDefinition(id, subscription, stated, methods);
  }

  /** The topic that holds this handler's copies. */
  public String topic() {
    return subscription.topic();
  }

  /** The consumer group of all instances: named as the topic, which is the handler's own. */
  public String group() {
    return subscription.topic();
  }

  /** Each type and version that it reads, as {@link MessageType#toString}, sorted. */
  public List<String> reads() {
    return methods.keySet().stream().map(MessageType::toString).sorted().toList();
  }

  /** The method for a type and version. */
  public Optional<HandlerMethod> method(MessageType type) {
    return Optional.ofNullable(methods.get(type));
  }
}
