package dev.waybill.handler.observation;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.Delivery;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.FailureKind;
import dev.waybill.handler.deliver.Fault;
import dev.waybill.handler.deliver.MethodRunner.Run;
import dev.waybill.handler.deliver.RunWatch;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An observation around each run of a handler's methods, as long as somebody observes; without
 * anybody it costs a look. What observers throw is logged once and fails no run. Thread-safe.
 */
public final class ObservedRuns implements RunWatch {

  private static final Logger LOG = LoggerFactory.getLogger(ObservedRuns.class);
  private static final DeliveryConvention DEFAULT = new DefaultDeliveryConvention();

  private final HandlerId handler;
  private final String group;
  private final ObservationRegistry registry;
  private final @Nullable DeliveryConvention convention;
  private final AtomicBoolean complained = new AtomicBoolean();

  /**
   * @param convention the application's own; null without one
   */
  public ObservedRuns(
      HandlerId handler,
      String group,
      ObservationRegistry registry,
      @Nullable DeliveryConvention convention) {
    this.handler = handler;
    this.group = group;
    this.registry = registry;
    this.convention = convention == null ? null : new GuardedConvention(convention, this::complain);
  }

  @Override
  public void around(Run run, Runnable method) {
    if (registry.isNoop()) {
      method.run();
      return;
    }
    Observed observed = new Observed();
    observed.tell(() -> observed.begin(run));
    try {
      method.run();
    } catch (RuntimeException | Error e) {
      observed.tell(() -> observed.failed(e));
      throw e;
    } finally {
      observed.end();
    }
  }

  /** Once: what is wrong here is wrong with each run. */
  private void complain(Throwable e) {
    if (complained.compareAndSet(false, true)) {
      LOG.warn("Runs of handler {} are not observed as they should be", handler, e);
    }
  }

  /** The observation of one run. */
  private final class Observed {

    private final Observation.@Nullable Scope before = registry.getCurrentObservationScope();
    private @Nullable DeliveryContext context;
    private Observation observation = Observation.NOOP;
    private Observation.Scope scope = Observation.Scope.NOOP;

    private void begin(Run run) {
      Delivery delivery =
          new Delivery(handler, run.message(), run.position(), run.attempt(), run.replay());
      DeliveryContext created =
          new DeliveryContext(delivery, group, new DeliveryHeaders(run.record().headers()));
      context = created;
      observation = Observation.createNotStarted(convention, DEFAULT, () -> created, registry);
      observation.start();
      scope = observation.openScope();
    }

    /** A handler that does not want a message has not failed. */
    private void failed(Throwable thrown) {
      Failure failure = Fault.of(thrown).failure();
      if (context != null && failure.kind() != FailureKind.IGNORED) {
        context.failed(failure);
        observation.error(new RunFailure(failure));
      }
    }

    /** Also where an observer throws while the scope is opened or closed, which leaves it open. */
    private void end() {
      tell(scope::close);
      if (registry.getCurrentObservationScope() != before) {
        registry.setCurrentObservationScope(before);
      }
      tell(observation::stop);
    }

    private void tell(Runnable step) {
      try {
        step.run();
      } catch (RuntimeException | LinkageError | AssertionError e) {
        complain(e);
      }
    }
  }
}
