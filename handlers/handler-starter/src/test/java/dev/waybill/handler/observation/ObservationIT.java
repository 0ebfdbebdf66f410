package dev.waybill.handler.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.Delivery;
import dev.waybill.handler.outcome.IgnoreMessageException;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelHandler;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.handler.testbed.RunningParcels;
import dev.waybill.testsupport.servers.Servers;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is observed of deliveries in a batch, by themselves, and of those that are not run. */
class ObservationIT {

  @RegisterExtension static final Servers servers = new Servers();
  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @Configuration(proxyBeanMethods = false)
  static class Observed {

    @Bean
    SeenRuns seen() {
      return new SeenRuns();
    }

    @Bean
    ObservationRegistry observations(SeenRuns seen) {
      return seen.registry();
    }

    @Bean
    DeliveryConvention byTenant() {
      return new DefaultDeliveryConvention() {
        @Override
        public String getContextualName(DeliveryContext context) {
          return super.getContextualName(context) + " " + context.delivery().tenant();
        }
      };
    }
  }

  @Test
  void observesEachRunInABatchAndByItselfAndNothingThatIsNotRun() {
    ParcelHandler.ACTS.put("fail", ObservationIT::fail);
    ParcelHandler.ACTS.put("ignore", ObservationIT::ignore);
    testbed.topic().create(1).createDeadLetters();
    RunningParcels parcels =
        testbed.start(
            Map.of("waybill.handler.retry.pauses", "1h,1h,1h", "test.unsupported-version", "skip"),
            Observed.class);
    SeenRuns seen = parcels.context().getBean(SeenRuns.class);
    Parcel good = Parcel.of("parcel:1").with(WireHeaders.HOP_TRACEPARENT, TRACE);
    Parcel failing = Parcel.acting("parcel:2", "fail");
    Parcel behind = Parcel.of("parcel:2");
    Parcel called = Parcel.of("parcel:3").asCall();
    Parcel ignored = Parcel.acting("parcel:4", "ignore");
    Parcel skipped = Parcel.of("parcel:5").with(WireHeaders.SCHEMA_VERSION, "3");
    testbed.topic().send(good, failing, behind, called, ignored, skipped);
    testbed.awaitHandled(List.of(good, called));
    testbed.awaitState(failing, "retry_scheduled");
    testbed.awaitState(ignored, "ignored");
    testbed.topic().send(good);
    Parcel barrier = Parcel.of("parcel:1");
    testbed.topic().send(barrier);
    testbed.awaitHandled(List.of(barrier));
    testbed.database().makeDue();
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .untilAsserted(() -> assertThat(attempts(seen, failing)).contains("2"));

    assertThat(attempts(seen, good)).containsOnly("1");
    assertThat(attempts(seen, called)).containsExactly("1");
    assertThat(attempts(seen, barrier)).containsOnly("1");
    assertThat(attempts(seen, behind)).isEmpty();
    assertThat(attempts(seen, skipped)).isEmpty();
    assertThat(errors(seen, good)).containsOnly("none");
    assertThat(errors(seen, ignored)).containsOnly("none");
    assertThat(errors(seen, failing)).containsOnly("IllegalStateException");
    assertThat(of(seen, good))
        .allSatisfy(
            context -> {
              assertThat(context.getContextualName())
                  .isEqualTo("process " + testbed.topic().name() + " acme");
              assertThat(context)
                  .isInstanceOfSatisfying(
                      DeliveryContext.class,
                      delivery ->
                          assertThat(delivery.getCarrier())
                              .isNotNull()
                              .extracting(headers -> headers.find("traceparent"))
                              .isEqualTo(TRACE));
            });
  }

  private static void fail(Delivery delivery) {
    throw new IllegalStateException("not now");
  }

  private static void ignore(Delivery delivery) {
    throw new IgnoreMessageException("a draft");
  }

  private static List<String> attempts(SeenRuns seen, Parcel parcel) {
    return of(seen, parcel).stream()
        .flatMap(context -> SeenRuns.value(context, DeliveryKey.ATTEMPT))
        .toList();
  }

  private static List<String> errors(SeenRuns seen, Parcel parcel) {
    return of(seen, parcel).stream()
        .flatMap(context -> SeenRuns.value(context, DeliveryKey.ERROR_TYPE))
        .toList();
  }

  private static List<Observation.Context> of(SeenRuns seen, Parcel parcel) {
    return seen.all().stream()
        .filter(
            context ->
                SeenRuns.value(context, DeliveryKey.MESSAGE_ID)
                    .anyMatch(parcel.id().toString()::equals))
        .toList();
  }
}
