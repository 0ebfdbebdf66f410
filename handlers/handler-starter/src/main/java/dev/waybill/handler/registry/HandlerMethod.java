package dev.waybill.handler.registry;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Processing;
import dev.waybill.handler.Upcaster;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;

/** A method marked {@link dev.waybill.handler.Handles}, with the bean to call it on. */
public final class HandlerMethod {

  private final Object bean;
  private final Method method;
  private final Processing processing;
  private final List<Upcaster> upcasters;
  private final Type eventType;
  private final boolean takesDelivery;

  HandlerMethod(Object bean, Method method, Processing processing, List<Upcaster> upcasters) {
    this.bean = bean;
    this.method = method;
    this.processing = processing;
    this.upcasters = List.copyOf(upcasters);
    this.eventType = method.getGenericParameterTypes()[0];
    this.takesDelivery = method.getParameterCount() == 2;
    method.trySetAccessible();
  }

  /** How it is run. */
  public Processing processing() {
    return processing;
  }

  /** What rewrites the payload before it is read, in this order. */
  public List<Upcaster> upcasters() {
    return upcasters;
  }

  /** What the payload is read as. */
  public Type eventType() {
    return eventType;
  }

  /**
   * Runs the method. What it throws comes out as it is; a checked exception as the cause of a
   * {@link HandlerMethodException}.
   */
  public void invoke(Object event, Delivery delivery) {
    try {
      if (takesDelivery) {
        method.invoke(bean, event, delivery);
      } else {
        method.invoke(bean, event);
      }
    } catch (InvocationTargetException e) {
      throw unwrap(e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot call " + this, e);
    } finally {
      // Left behind by the method it would end what comes after it; a shutdown says so elsewhere.
      Thread.interrupted();
    }
  }

  private RuntimeException unwrap(InvocationTargetException thrown) {
    if (thrown.getCause() instanceof Error error) {
      throw error;
    }
    return thrown.getCause() instanceof RuntimeException unchecked
        ? unchecked
        : new HandlerMethodException(this, thrown.getCause());
  }

  @Override
  public String toString() {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }
}
