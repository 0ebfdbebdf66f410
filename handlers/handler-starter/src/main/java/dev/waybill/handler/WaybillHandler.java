package dev.waybill.handler;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.stereotype.Component;

/**
 * A bean whose {@link Handles} methods together are one handler: they share an id, a subscription,
 * a topic, a consumer group, an inbox and a position. Another instance of the service is the same
 * handler.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Component
public @interface WaybillHandler {

  /**
   * The handler's id, {@code [a-z][a-z0-9-]*}, as its subscription file says. It names topic and
   * inbox rows, so it never changes, whatever becomes of the class.
   */
  String id();
}
