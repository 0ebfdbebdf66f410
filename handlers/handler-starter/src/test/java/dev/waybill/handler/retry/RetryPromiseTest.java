package dev.waybill.handler.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.delivery.DeliveryStatements;
import dev.waybill.contract.delivery.RetryPlan;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.registry.ClassPathSubscriptions;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.startup.StartRefusedException;
import dev.waybill.workqueue.retry.Backoff;
import dev.waybill.workqueue.retry.Jitter;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetryPromiseTest {

  private static final HandlerId HANDLER = new HandlerId("promised");

  @Test
  void holdsAHandlerToTheHorizonOfItsSubscription() {
    require(minutes(20, 40));
    assertThatThrownBy(() -> require(minutes(1, 5, 30)))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("tries parcel.called again for PT36M, in 4 attempts")
        .hasMessageContaining("retry-horizon PT1H and 3 attempts")
        .hasMessageContaining("waybill.handler.handlers.promised.retry");
  }

  /** An hour is no promise when it is one pause: the promise is that something is tried in it. */
  @Test
  void holdsAHandlerToTheAttemptsOfItsSubscription() {
    assertThatThrownBy(() -> require(minutes(60)))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("again for PT1H, in 2 attempts")
        .hasMessageContaining("retry-horizon PT1H and 3 attempts");

    require(minutes(1, 59));
  }

  @Test
  void promisesNothingWhereNothingIsStated() {
    HandlerDefinition silent = definition(DeliveryStatements.none());

    RetryPromise.require(List.of(silent), handler -> minutes(1));
  }

  /** The rule in the build reads a file, the start asks the policy: both come to the same time. */
  @Test
  void countsAsTheCheckOfContractsDoes() {
    for (int attempts = 1; attempts < 12; attempts++) {
      Duration first = Duration.ofMillis(1_500);
      Duration longest = Duration.ofMinutes(30);
      assertThat(
              new RetryPolicy.Exponential(
                      new Backoff(first, 2.7, longest, new Jitter(0.5)), attempts)
                  .horizon())
          .isEqualTo(RetryPlan.exponential(first, 2.7, longest, attempts).horizon());
    }
    assertThat(minutes(1, 5, 30).horizon()).isEqualTo(RetryPlan.DEFAULT.horizon());
  }

  private static RetryPolicy minutes(long... pauses) {
    List<Duration> durations = Arrays.stream(pauses).mapToObj(Duration::ofMinutes).toList();
    return new RetryPolicy.Schedule(durations, new Jitter(0.1));
  }

  private void require(RetryPolicy policy) {
    RetryPromise.require(
        List.of(definition(subscriptions().deliveries(HANDLER))), handler -> policy);
  }

  private HandlerDefinition definition(DeliveryStatements deliveries) {
    return new HandlerDefinition(HANDLER, subscriptions().find(HANDLER), deliveries, Map.of());
  }

  private ClassPathSubscriptions subscriptions() {
    return new ClassPathSubscriptions(getClass().getClassLoader());
  }
}
