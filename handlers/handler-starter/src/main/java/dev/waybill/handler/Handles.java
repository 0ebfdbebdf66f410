package dev.waybill.handler;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that handles one type of message, on a bean marked {@link WaybillHandler}: {@code void
 * on(ActivityCompleted event)} or {@code void on(ActivityCompleted event, Delivery delivery)}. The
 * event is read from JSON; members that it does not declare are ignored.
 *
 * <p>The method runs inside a transaction of the application's data source, the one that also holds
 * the inbox row and the position: what it writes through Spring commits with them, once for each
 * message, or not at all. It must not commit by itself, start another transaction, hand the work to
 * another thread, or call what cannot be rolled back; it may run again after a rollback. For calls
 * to the outside there is {@link Processing#SINGLE}.
 *
 * <p>When it throws, what it wrote is rolled back and the message is tried again on a schedule,
 * from the inbox; later messages of its ordering key wait, all others go on. After the last attempt
 * it is a dead letter. The exceptions of {@code dev.waybill.handler.outcome} say something else.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Handles {

  /** The type's stable name, such as {@code activity.completed}. */
  String type();

  /** The schema versions that the method reads. */
  int[] versions();

  /** How the method is run. */
  Processing processing() default Processing.TRANSACTIONAL;
}
