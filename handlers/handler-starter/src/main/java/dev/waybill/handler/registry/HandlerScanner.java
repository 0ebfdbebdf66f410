package dev.waybill.handler.registry;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.Upcaster;
import dev.waybill.handler.WaybillHandler;
import dev.waybill.handler.startup.StartRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Finds the application's handlers and refuses what does not match the subscriptions. */
public final class HandlerScanner {

  private final ListableBeanFactory beans;
  private final SubscriptionSource subscriptions;
  private final ClassLoader contracts;

  /**
   * @param contracts finds the folders of event contracts, to tell an unknown type from one that is
   *     not subscribed
   */
  public HandlerScanner(
      ListableBeanFactory beans, SubscriptionSource subscriptions, ClassLoader contracts) {
    this.beans = beans;
    this.subscriptions = subscriptions;
    this.contracts = contracts;
  }

  /**
   * All handlers, sorted by id.
   *
   * @throws StartRefusedException when there is none, or one is wrong; names the remedy
   */
  public List<HandlerDefinition> scan() {
    MethodScanner methods =
        new MethodScanner(contracts, new Upcasts(beans.getBeansOfType(Upcaster.class).values()));
    Map<HandlerId, String> names = new TreeMap<>();
    List<HandlerDefinition> found = new ArrayList<>();
    for (String name : beans.getBeanNamesForAnnotation(WaybillHandler.class)) {
      Object bean = beans.getBean(name);
      HandlerId id = id(bean);
      String other = names.putIfAbsent(id, name);
      if (other != null) {
        throw new StartRefusedException(
            "The beans " + other + " and " + name + " both are handler " + id,
            "Put the methods of one handler into one bean, or give the other its own id and"
                + " subscription.");
      }
      found.add(
          methods.define(id, subscriptions.find(id), bean).with(subscriptions.deliveries(id)));
    }
    if (found.isEmpty()) {
      throw new StartRefusedException(
          "The application has no handler",
          "Mark a bean with @WaybillHandler(id = …) and its methods with @Handles, or remove"
              + " waybill-handler-starter.");
    }
    found.sort((one, other) -> one.id().compareTo(other.id()));
    return found;
  }

  private static HandlerId id(Object bean) {
    Class<?> type = AopUtils.getTargetClass(bean);
    WaybillHandler handler = AnnotatedElementUtils.findMergedAnnotation(type, WaybillHandler.class);
    if (handler == null) {
      throw new IllegalStateException(type + " lost its annotation");
    }
    try {
      return new HandlerId(handler.id());
    } catch (IllegalArgumentException e) {
      throw new StartRefusedException(
          type.getSimpleName() + ": " + e.getMessage(),
          "Use lower-case letters, digits and hyphens, beginning with a letter.",
          e);
    }
  }
}
