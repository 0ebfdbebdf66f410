package dev.waybill.outbox.aftercommit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.context.support.AbstractApplicationContext;

/**
 * Tells every listener of an application of an event, whatever the others do. The application's own
 * multicaster would end at the first listener that fails. Thread-safe.
 */
final class EachListener {

  private static final Logger LOG = LoggerFactory.getLogger(EachListener.class);

  private final AbstractApplicationContext application;

  EachListener(AbstractApplicationContext application) {
    this.application = application;
  }

  /**
   * Returns when all have been told; a failure is logged.
   *
   * @param type names the event where a failure is logged
   */
  void tell(String type, Object event) {
    ApplicationEvent told =
        event instanceof ApplicationEvent known
            ? known
            : new PayloadApplicationEvent<>(application, event);
    listeners(type).multicastEvent(told, null);
  }

  /** Those of now: listeners come and go while an application runs. */
  private SimpleApplicationEventMulticaster listeners(String type) {
    SimpleApplicationEventMulticaster all =
        new SimpleApplicationEventMulticaster(application.getBeanFactory());
    all.setErrorHandler(failure -> note(type, failure));
    application.getApplicationListeners().forEach(all::addApplicationListener);
    // Not the singletons of these, which are among those already, but listeners of other scopes.
    for (String bean : application.getBeanNamesForType(ApplicationListener.class, true, false)) {
      all.addApplicationListenerBean(bean);
    }
    return all;
  }

  private static void note(String type, Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    // Only the kind of failure: its text may hold what the event is about.
    LOG.warn(
        "a listener of best-effort event {} failed after the commit and is not repeated: {}",
        type,
        failure.getClass().getName());
  }
}
