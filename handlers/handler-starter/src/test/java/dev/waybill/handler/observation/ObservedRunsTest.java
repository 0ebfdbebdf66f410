package dev.waybill.handler.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.CorrelationId;
import dev.waybill.handler.Message;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.TenantId;
import dev.waybill.handler.deliver.MethodRunner.Run;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.handler.outcome.IgnoreMessageException;
import dev.waybill.handler.record.RawHeader;
import dev.waybill.handler.record.RawRecord;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObservedRunsTest {

  private static final UUID ID = UUID.fromString("0190a5c2-7f3e-7000-8000-0123456789ab");
  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final HandlerId PARCELS = new HandlerId("parcels");

  private final SeenRuns seen = new SeenRuns();
  private final ObservationRegistry registry = seen.registry();
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void namesARunAsOpenTelemetryDoes() {
    runs(registry, null).around(run(3, true), runs::incrementAndGet);

    assertThat(runs).hasValue(1);
    Observation.Context run = seen.only();
    assertThat(run.getName()).isEqualTo("waybill.handler.process");
    assertThat(run.getContextualName()).isEqualTo("process waybill.parcels");
    assertThat(map(run.getLowCardinalityKeyValues()))
        .isEqualTo(
            Map.of(
                "messaging.system", "kafka",
                "messaging.operation.name", "process",
                "messaging.operation.type", "process",
                "messaging.destination.name", "waybill.parcels",
                "messaging.consumer.group.name", "parcel-group",
                "waybill.message.type", "parcel.moved",
                "error.type", "none"));
    assertThat(map(run.getHighCardinalityKeyValues()))
        .isEqualTo(
            Map.of(
                "messaging.message.id", ID.toString(),
                "messaging.message.conversation_id", "journey-1",
                "messaging.destination.partition.id", "2",
                "messaging.kafka.offset", "17",
                "waybill.message.ordering_key", "parcel:1",
                "waybill.delivery.attempt", "3",
                "waybill.delivery.replay", "true"));
  }

  @Test
  void hasAKeyInTheCatalogueForEachThatItSets() {
    runs(registry, null).around(run(1, false), runs::incrementAndGet);

    assertThat(keys(seen.only().getLowCardinalityKeyValues()))
        .containsExactlyInAnyOrderElementsOf(catalogue(DeliveryKey.Cardinality.LOW));
    assertThat(keys(seen.only().getHighCardinalityKeyValues()))
        .containsExactlyInAnyOrderElementsOf(catalogue(DeliveryKey.Cardinality.HIGH));
  }

  /** What a handler or the database says may quote the payload, and a trace is stored elsewhere. */
  @Test
  void tellsWhyARunFailedAndQuotesNothing() {
    IllegalStateException thrown =
        new IllegalStateException(
            "anna@example.org", new IllegalArgumentException("password=secret"));

    assertThatThrownBy(() -> runs(registry, null).around(run(1, false), throwing(thrown)))
        .isSameAs(thrown);

    assertThat(map(seen.only().getLowCardinalityKeyValues()))
        .containsEntry("error.type", "IllegalArgumentException");
    assertThat(seen.only().getError())
        .hasMessageStartingWith("IllegalArgumentException")
        .hasNoCause()
        .extracting(Throwable::getStackTrace)
        .isEqualTo(new StackTraceElement[0]);
    assertThat(seen.only().toString()).doesNotContain("anna", "secret");
  }

  @Test
  void saysTheCodeThatAHandlerChose() {
    DeadLetterException thrown = new DeadLetterException("no-such-address", "it cannot be sent");

    assertThatThrownBy(() -> runs(registry, null).around(run(1, false), throwing(thrown)))
        .isSameAs(thrown);

    assertThat(map(seen.only().getLowCardinalityKeyValues()))
        .containsEntry("error.type", "no-such-address");
    assertThat(seen.only().getError()).hasMessageStartingWith("it cannot be sent");
  }

  /** Whether a run was too slow is for the inbox to say, which knows how long it took. */
  @Test
  void saysWhatTheDriverSaidOfATransactionThatTheServerEnded() {
    RuntimeException thrown =
        new IllegalStateException(new SQLException("terminating connection", "25P03"));

    assertThatThrownBy(() -> runs(registry, null).around(run(1, false), throwing(thrown)))
        .isSameAs(thrown);

    assertThat(map(seen.only().getLowCardinalityKeyValues()))
        .containsEntry("error.type", "SQLException");
  }

  @Test
  void blamesNobodyForWhatAHandlerDoesNotWant() {
    IgnoreMessageException thrown = new IgnoreMessageException("a draft");

    assertThatThrownBy(() -> runs(registry, null).around(run(1, false), throwing(thrown)))
        .isSameAs(thrown);

    assertThat(seen.only().getError()).isNull();
    assertThat(map(seen.only().getLowCardinalityKeyValues())).containsEntry("error.type", "none");
  }

  @Test
  void isCurrentWhileTheMethodRunsAndNoLonger() {
    List<@Nullable Observation> current = new ArrayList<>();

    runs(registry, null).around(run(1, false), () -> current.add(registry.getCurrentObservation()));

    assertThat(current).singleElement().isNotNull();
    assertThat(registry.getCurrentObservation()).isNull();
  }

  @Test
  void letsAnApplicationNameItsRunsItself() {
    DeliveryConvention own =
        new DefaultDeliveryConvention() {
          @Override
          public String getName() {
            return "own";
          }

          @Override
          public KeyValues getHighCardinalityKeyValues(DeliveryContext context) {
            return KeyValues.of("tenant", context.delivery().tenant().value());
          }
        };

    runs(registry, own).around(run(1, false), runs::incrementAndGet);

    assertThat(seen.only().getName()).isEqualTo("own");
    assertThat(map(seen.only().getHighCardinalityKeyValues())).isEqualTo(Map.of("tenant", "acme"));
  }

  @Test
  void takesAGlobalConventionWhereTheApplicationHasOne() {
    registry.observationConfig().observationConvention(new Global());

    runs(registry, null).around(run(1, false), runs::incrementAndGet);

    assertThat(seen.only().getName()).isEqualTo("global");
  }

  @Test
  void looksAtNothingWhenNobodyObserves() {
    Run unlooked = new Run(message(), new RawRecord(null, null, List.of()), position(), 1, false);
    DeliveryConvention never = new Refusing();

    runs(ObservationRegistry.NOOP, never).around(unlooked, runs::incrementAndGet);
    runs(ObservationRegistry.create(), never).around(unlooked, runs::incrementAndGet);

    assertThat(runs).hasValue(2);
  }

  /** Not even an object for each run. */
  @Test
  void paysNothingWhenNobodyObserves() {
    ObservedRuns unobserved = runs(ObservationRegistry.create(), null);
    Run one = run(1, false);
    Runnable method = runs::incrementAndGet;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    unobserved.around(one, method);

    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10_000; i++) {
      unobserved.around(one, method);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(runs).hasValue(10_001);
    assertThat(allocated).isLessThan(10_000);
  }

  @Test
  void runsOnceAndFailsNothingWhateverObserversDo() {
    ObservationRegistry broken = ObservationRegistry.create();
    broken.observationConfig().observationHandler(new BrokenHandler());
    runs(broken, null).around(run(1, false), runs::incrementAndGet);
    runs(registry, new Refusing()).around(run(1, false), runs::incrementAndGet);

    assertThat(runs).hasValue(2);
    IllegalStateException thrown = new IllegalStateException("mine");
    assertThatThrownBy(() -> runs(broken, null).around(run(1, false), throwing(thrown)))
        .isSameAs(thrown);
    assertThat(broken.getCurrentObservation()).isNull();
    assertThat(registry.getCurrentObservation()).isNull();
  }

  /** Else each run of a thread would hang under a scope that nobody closes any more. */
  @Test
  void leavesNoScopeBehindWhateverObserversDo() {
    ObservationRegistry broken = ObservationRegistry.create();
    broken.observationConfig().observationHandler(new BrokenScopes());

    runs(broken, null).around(run(1, false), runs::incrementAndGet);

    assertThat(runs).hasValue(1);
    assertThat(broken.getCurrentObservationScope()).isNull();
  }

  /** What is measured of a run must end with it. */
  @Test
  void endsAnObservationThatItsConventionCannotName() {
    DeliveryConvention own =
        new DefaultDeliveryConvention() {
          @Override
          public KeyValues getLowCardinalityKeyValues(DeliveryContext context) {
            if (context.errorType() != null) {
              throw new NoSuchMethodError("asked");
            }
            return super.getLowCardinalityKeyValues(context);
          }
        };
    IllegalStateException thrown = new IllegalStateException("mine");

    assertThatThrownBy(() -> runs(registry, own).around(run(1, false), throwing(thrown)))
        .isSameAs(thrown);

    assertThat(seen.all()).hasSize(1);
  }

  @Test
  void goesOnWithTheTraceOfItsHopOrElseOfItsMessage() {
    Heard heard = new Heard();
    registry
        .observationConfig()
        .observationHandler(new PropagatingReceiverTracingObservationHandler<>(Tracer.NOOP, heard));
    ObservedRuns observed = runs(registry, null);

    observed.around(run(header(WireHeaders.TRACEPARENT, TRACE)), runs::incrementAndGet);
    observed.around(
        run(header(WireHeaders.TRACEPARENT, "older"), header(WireHeaders.HOP_TRACEPARENT, TRACE)),
        runs::incrementAndGet);
    observed.around(run(), runs::incrementAndGet);

    assertThat(heard.traceparents).containsExactly(TRACE, TRACE, null);
  }

  /** A proxy that writes headers would otherwise cut off every trace. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "none",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      })
  void goesOnWithTheTraceOfTheMessageWhereThatOfTheHopIsNone(String malformed) {
    DeliveryHeaders headers =
        new DeliveryHeaders(
            List.of(
                header(WireHeaders.TRACEPARENT, TRACE),
                header(WireHeaders.HOP_TRACEPARENT, malformed),
                header("tracestate", "vendor=1")));

    assertThat(headers.find(WireHeaders.HOP_TRACEPARENT)).isEqualTo(TRACE);
    assertThat(headers.find("tracestate")).as("that of another trace").isNull();
  }

  @Test
  void takesATraceOfALaterVersionWithWhatVendorsWrote() {
    String later = "01" + TRACE.substring(2) + "-more";
    DeliveryHeaders headers =
        new DeliveryHeaders(
            List.of(
                header(WireHeaders.TRACEPARENT, TRACE),
                header(WireHeaders.HOP_TRACEPARENT, later),
                header("tracestate", "vendor=1")));

    assertThat(headers.find(WireHeaders.HOP_TRACEPARENT)).isEqualTo(later);
    assertThat(headers.find("tracestate")).isEqualTo("vendor=1");
  }

  private ObservedRuns runs(
      ObservationRegistry observations, @Nullable DeliveryConvention convention) {
    return new ObservedRuns(PARCELS, "parcel-group", observations, convention);
  }

  private static Map<String, String> map(KeyValues values) {
    return values.stream().collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
  }

  private static List<String> keys(KeyValues values) {
    return values.stream().map(KeyValue::getKey).toList();
  }

  private static List<String> catalogue(DeliveryKey.Cardinality cardinality) {
    return List.of(DeliveryKey.values()).stream()
        .filter(key -> key.cardinality() == cardinality)
        .map(DeliveryKey::asString)
        .toList();
  }

  private static Runnable throwing(RuntimeException thrown) {
    return () -> {
      throw thrown;
    };
  }

  private static RawHeader header(String name, String value) {
    return RawHeader.text(name, value);
  }

  private static Run run(RawHeader... headers) {
    return new Run(
        message(), new RawRecord(null, new byte[0], List.of(headers)), position(), 1, false);
  }

  private static Run run(int attempt, boolean replay) {
    return new Run(
        message(), new RawRecord(null, new byte[0], List.of()), position(), attempt, replay);
  }

  private static RecordPosition position() {
    return new RecordPosition("waybill.parcels", 2, 17);
  }

  private static Message message() {
    return new Message(
        new MessageId(ID),
        new MessageType("parcel.moved", 1),
        new TenantId("acme"),
        new OrderingKey("parcel:1"),
        new CorrelationId("journey-1"),
        null);
  }

  /** Of the application, for all of Waybill's runs. */
  private static final class Global extends DefaultDeliveryConvention
      implements GlobalObservationConvention<DeliveryContext> {

    @Override
    public String getName() {
      return "global";
    }
  }

  private static final class Refusing extends DefaultDeliveryConvention {

    @Override
    public KeyValues getLowCardinalityKeyValues(DeliveryContext context) {
      throw new IllegalStateException("asked");
    }
  }

  /** Throws whatever it is told. */
  private static final class BrokenHandler implements ObservationHandler<Observation.Context> {

    @Override
    public void onStart(Observation.Context context) {
      throw new IllegalStateException("start");
    }

    @Override
    public void onError(Observation.Context context) {
      throw new IllegalStateException("error");
    }

    @Override
    public void onStop(Observation.Context context) {
      throw new IllegalStateException("stop");
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }

  /** Lacks a class of another version wherever a scope changes. */
  private static final class BrokenScopes implements ObservationHandler<Observation.Context> {

    @Override
    public void onScopeOpened(Observation.Context context) {
      throw new NoClassDefFoundError("opened");
    }

    @Override
    public void onScopeClosed(Observation.Context context) {
      throw new NoClassDefFoundError("closed");
    }

    @Override
    public void onStop(Observation.Context context) {
      throw new NoClassDefFoundError("stop");
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }

  /** Notes what a tracer would go on with. */
  private static final class Heard implements Propagator {

    private final List<@Nullable String> traceparents = new ArrayList<>();

    @Override
    public List<String> fields() {
      return List.of("traceparent");
    }

    @Override
    public <C> void inject(TraceContext context, @Nullable C carrier, Setter<C> setter) {}

    @Override
    public <C> Span.Builder extract(@Nullable C carrier, Getter<C> getter) {
      traceparents.add(getter.get(Objects.requireNonNull(carrier), "traceparent"));
      return Span.Builder.NOOP;
    }
  }
}
