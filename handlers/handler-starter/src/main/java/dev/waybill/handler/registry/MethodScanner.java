package dev.waybill.handler.registry;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.startup.StartRefusedException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Matches the methods of one handler with its subscription, type by type, version by version. */
final class MethodScanner {

  private final ClassLoader contracts;
  private final Upcasts upcasts;

  MethodScanner(ClassLoader contracts, Upcasts upcasts) {
    this.contracts = contracts;
    this.upcasts = upcasts;
  }

  HandlerDefinition define(HandlerId id, Subscription subscription, Object bean) {
    Map<MessageType, HandlerMethod> methods = new HashMap<>();
    annotated(bean)
        .forEach((method, handles) -> add(methods, id, subscription, bean, method, handles));
    requireComplete(id, subscription, methods);
    return new HandlerDefinition(id, subscription, methods);
  }

  private static Map<Method, Handles> annotated(Object bean) {
    return MethodIntrospector.selectMethods(
        AopUtils.getTargetClass(bean),
        (MethodIntrospector.MetadataLookup<Handles>)
            method -> AnnotatedElementUtils.findMergedAnnotation(method, Handles.class));
  }

  private void add(
      Map<MessageType, HandlerMethod> methods,
      HandlerId id,
      Subscription subscription,
      Object bean,
      Method method,
      Handles handles) {
    String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
    requireSignature(name, method);
    int newest = IntStream.of(handles.versions()).max().orElse(0);
    for (int version : handles.versions()) {
      requireSubscribed(id, subscription, name, handles.type(), version);
      HandlerMethod target =
          new HandlerMethod(
              bean,
              AopUtils.selectInvocableMethod(method, bean.getClass()),
              handles.processing(),
              upcasts.chain(handles.type(), version, newest));
      HandlerMethod other = methods.put(new MessageType(handles.type(), version), target);
      if (other != null) {
        throw new StartRefusedException(
            other + " and " + name + " both handle " + handles.type() + " v" + version,
            "Keep one method for each type and version.");
      }
    }
  }

  private static void requireSignature(String name, Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    boolean fits =
        method.getReturnType() == void.class
            && (parameters.length == 1
                || (parameters.length == 2 && parameters[1] == Delivery.class));
    if (!fits) {
      throw new StartRefusedException(
          name + " is no handler method",
          "Write it as void on(Event event) or void on(Event event, Delivery delivery); it must"
              + " finish its work before it returns.");
    }
  }

  private void requireSubscribed(
      HandlerId id, Subscription subscription, String method, String type, int version) {
    boolean subscribed =
        subscription.entry(type).filter(entry -> entry.versions().contains(version)).isPresent();
    if (subscribed) {
      return;
    }
    String what = method + " handles " + type + " v" + version;
    String folder = "META-INF/waybill/events/" + type + "/";
    if (contracts.getResource(folder + "record.yaml") == null) {
      throw new StartRefusedException(
          what + ", an unknown type: no jar brings " + folder,
          "Correct the type's name, or add the jar with its contract.");
    }
    throw new StartRefusedException(
        what + ", which handler " + id + " does not subscribe to",
        "Add the type and version to the subscription of " + id + ", or remove the method.");
  }

  private static void requireComplete(
      HandlerId id, Subscription subscription, Map<MessageType, HandlerMethod> methods) {
    SortedSet<String> missing = new TreeSet<>();
    for (Subscription.Entry entry : subscription.entries()) {
      for (int version : entry.versions()) {
        MessageType type = new MessageType(entry.type(), version);
        if (!methods.containsKey(type)) {
          missing.add(type.toString());
        }
      }
    }
    if (!missing.isEmpty()) {
      throw new StartRefusedException(
          "Handler "
              + id
              + " subscribes to "
              + String.join(", ", missing)
              + " and has no method for "
              + (missing.size() == 1 ? "it" : "them"),
          "Add a method with @Handles, or take the type or version out of the subscription.");
    }
  }
}
