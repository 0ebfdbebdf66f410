package dev.waybill.handler.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.waybill.handler.consume.HandlerRuntime;
import dev.waybill.handler.signals.HandlersEndpoint;
import dev.waybill.handler.status.HandlerHealthIndicator;
import dev.waybill.handler.testbed.LogLines;
import dev.waybill.handler.testbed.RunningParcels;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** An application that is switched off is there, says so, and begins nothing by itself. */
class DisabledHandlersTest {

  private static final String REASON = "waybill.handler.enabled=false";

  private static final Map<String, String> SETTINGS =
      Map.of(
          "waybill.handler.enabled", "false",
          "waybill.handler.schema", "none",
          "waybill.handler.kafka.bootstrap-servers", "127.0.0.1:1",
          "spring.datasource.url", "jdbc:postgresql://127.0.0.1:1/nowhere",
          "spring.main.banner-mode", "off",
          "spring.autoconfigure.exclude", RunningParcels.JPA,
          "management.endpoints.web.exposure.include", "handlers",
          "test.topic", "parcels");

  @Test
  void startsNoThreadAndSaysSo() {
    Set<Thread> before = threads();
    try (LogLines log = new LogLines();
        RunningParcels disabled = RunningParcels.start(SETTINGS)) {
      // As a container that goes on after a checkpoint does.
      disabled.context().start();
      Set<Thread> started = threads();
      started.removeAll(before);

      assertThat(started)
          .extracting(Thread::getName)
          .noneMatch(name -> name.startsWith("waybill-") || name.startsWith("kafka-"));
      assertThat(disabled.context().getBean(HandlerRuntime.class).isRunning()).isFalse();
      assertThat(log.atLeast(Level.INFO)).anyMatch(line -> line.contains(REASON));
      assertThat(disabled.context().getBean(HandlerHealthIndicator.class).health().getStatus())
          .isEqualTo(Status.UNKNOWN);
      assertThat(disabled.context().getBean(HandlersEndpoint.class).handlers())
          .hasEntrySatisfying(
              "parcels",
              parcels ->
                  assertThat(parcels)
                      .containsEntry(
                          "types",
                          List.of("parcel.called v1", "parcel.moved v1", "parcel.moved v2"))
                      .doesNotContainKey("listening")
                      .extractingByKey("disabled")
                      .asString()
                      .contains(REASON));
    }
  }

  private static Set<Thread> threads() {
    return new HashSet<>(Thread.getAllStackTraces().keySet());
  }
}
