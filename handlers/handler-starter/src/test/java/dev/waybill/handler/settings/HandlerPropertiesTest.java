package dev.waybill.handler.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.workqueue.retry.Backoff;
import dev.waybill.workqueue.retry.Jitter;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;
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
        "outage.contention-limit=500ms",
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

  @Test
  void aHandlerHasItsOwnPausesAndAllElseAsForAll() {
    Map<String, String> settings =
        Map.of(
            "waybill.handler.retry.pauses", "10s,20s",
            "waybill.handler.retry.jitter", "0.2",
            "waybill.handler.handlers.calm.retry.jitter", "0",
            "waybill.handler.handlers.slow.retry.pauses", "1h");

    assertThat(policy(settings, "other"))
        .isEqualTo(schedule(0.2, Duration.ofSeconds(10), Duration.ofSeconds(20)));
    assertThat(policy(settings, "calm"))
        .isEqualTo(schedule(0, Duration.ofSeconds(10), Duration.ofSeconds(20)));
    assertThat(policy(settings, "slow")).isEqualTo(schedule(0.2, Duration.ofHours(1)));
  }

  @Test
  void aHandlerGrowsItsPausesAsForAllButForWhatItSays() {
    Map<String, String> settings =
        Map.of(
            "waybill.handler.retry.exponential.first-pause", "10s",
            "waybill.handler.retry.exponential.attempts", "9",
            "waybill.handler.handlers.calm.retry.jitter", "0",
            "waybill.handler.handlers.few.retry.exponential.attempts", "2",
            "waybill.handler.handlers.listed.retry.pauses", "1h");

    assertThat(policy(settings, "calm")).isEqualTo(growing(Duration.ofSeconds(10), 0, 9));
    assertThat(policy(settings, "few")).isEqualTo(growing(Duration.ofSeconds(10), 0.1, 2));
    assertThat(policy(settings, "listed")).isEqualTo(schedule(0.1, Duration.ofHours(1)));
    assertThat(
            policy(Map.of("waybill.handler.handlers.few.retry.exponential.attempts", "2"), "few"))
        .isEqualTo(growing(Duration.ofMinutes(1), 0.1, 2));
  }

  @Test
  void namesTheHandlerWhoseSettingIsOutOfRange() {
    assertThatThrownBy(() -> bind(Map.of("waybill.handler.handlers.calm.retry.jitter", "2")))
        .rootCause()
        .hasMessage("waybill.handler.handlers.calm.retry.jitter is 2, not from 0 to 1");
  }

  private static RetryPolicy policy(Map<String, String> settings, String handler) {
    return bind(settings).options().retries().apply(new HandlerId(handler));
  }

  private static RetryPolicy schedule(double jitter, Duration... pauses) {
    return new RetryPolicy.Schedule(List.of(pauses), new Jitter(jitter));
  }

  private static RetryPolicy growing(Duration first, double jitter, int attempts) {
    return new RetryPolicy.Exponential(
        new Backoff(first, 5, Duration.ofMinutes(30), new Jitter(jitter)), attempts);
  }

  private static HandlerProperties bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("waybill.handler", HandlerProperties.class);
  }
}
