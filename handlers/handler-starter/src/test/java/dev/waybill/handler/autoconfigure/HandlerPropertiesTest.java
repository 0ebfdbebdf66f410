package dev.waybill.handler.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class HandlerPropertiesTest {

  @Test
  void hasDefaultsThatFitEachOther() {
    HandlerProperties properties = bind(Map.of());

    assertThat(properties.maxPollRecords()).isEqualTo(200);
    assertThat(properties.role()).isEqualTo("waybill_handler");
    assertThat(properties.toString()).doesNotContain("password");
  }

  @Test
  void refusesWorkThatMayOutliveThePollInterval() {
    assertThatThrownBy(() -> bind(Map.of("waybill.handler.longest-handler", "1s")))
        .isInstanceOf(BindException.class)
        .rootCause()
        .hasMessageContainingAll(
            "waybill.handler.max-poll-interval",
            "longest-handler",
            "max-poll-records (200)",
            "Lower");
  }

  @Test
  void refusesAnIdleTimeoutThatAHandlerMayReach() {
    assertThatThrownBy(() -> bind(Map.of("waybill.handler.idle-timeout", "400ms")))
        .rootCause()
        .hasMessageContainingAll("waybill.handler.idle-timeout", "longest-handler");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "isolation.level",
        "auto.offset.reset",
        "enable.auto.commit",
        "group.id",
        "group.instance.id",
        "group.protocol",
        "interceptor.classes",
        "check.crcs",
        "max.poll.records",
        "max.poll.interval.ms",
        "key.deserializer"
      })
  void refusesWhatTheGuaranteesNeed(String setting) {
    String property = "waybill.handler.kafka.properties[" + setting + "]";

    assertThatThrownBy(() -> bind(Map.of(property, "latest")))
        .rootCause()
        .hasMessageContainingAll(property, "cannot be set", "Remove it");
  }

  @Test
  void takesOtherSettingsOfTheClient() {
    assertThat(
            bind(Map.of("waybill.handler.kafka.properties[security.protocol]", "SSL"))
                .kafka()
                .properties())
        .containsEntry("security.protocol", "SSL");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max-poll-records=0",
        "max-poll-records=5001",
        "lock-timeout=0",
        "idle-timeout=2h",
        "outage.first-pause=1m",
        "retry.jitter=2",
        "retry.pauses=-1s",
        "retry.exponential.attempts=0",
        "retry.exponential.first-pause=2h",
        "work.concurrency=0",
        "work.poll-interval=10s",
        "work.lease-duration=2s",
        "work.call-timeout=0",
        "inbox.max-waiting=0",
        "role=a b"
      })
  void refusesWhatIsOutOfRangeAndNamesTheProperty(String setting) {
    String[] parts = setting.split("=");

    assertThatThrownBy(() -> bind(Map.of("waybill.handler." + parts[0], parts[1])))
        .rootCause()
        .hasMessageContaining("waybill.handler." + parts[0]);
  }

  private static HandlerProperties bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("waybill.handler", HandlerProperties.class);
  }
}
