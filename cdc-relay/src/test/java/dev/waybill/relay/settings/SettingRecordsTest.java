package dev.waybill.relay.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testsupport.settings.SettingRecordsContract;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;

/** The relay's records. */
class SettingRecordsTest extends SettingRecordsContract {

  private static final LocalValidatorFactoryBean VALIDATOR = new LocalValidatorFactoryBean();

  SettingRecordsTest() {
    super(
        Path.of(".."),
        "relay",
        "waybill.relay.",
        Map.of(
            "waybill.relay.database.url", "jdbc:postgresql://db/waybill",
            "waybill.relay.database.username", "waybill_relay",
            "waybill.relay.kafka.bootstrap-servers", "kafka:9092"));
  }

  @BeforeAll
  static void startValidator() {
    VALIDATOR.afterPropertiesSet();
  }

  @AfterAll
  static void closeValidator() {
    VALIDATOR.close();
  }

  @Test
  void refusesRetentionWithoutAnOwnerWhoMayDropDays() {
    assertThatThrownBy(() -> bind(with(Map.of("waybill.relay.retention", "30d"))))
        .satisfies(
            refusal ->
                assertThat(words(refusal))
                    .contains("waybill.relay.retention needs waybill.relay.migrator.username"));
    assertThat(
            bind(with(
                    Map.of(
                        "waybill.relay.retention", "30d",
                        "waybill.relay.migrator.username", "waybill_migrator")))
                .retention())
        .hasDays(30);
  }

  @Test
  void namesPropertyValueAndRange() {
    assertThatThrownBy(() -> bind(with(Map.of("waybill.relay.lease-duration", "1500ms"))))
        .satisfies(
            refusal ->
                assertThat(words(refusal))
                    .contains("waybill.relay.lease-duration is 1500ms: give 2s to 10m"));
    assertThatThrownBy(() -> bind(with(Map.of("waybill.relay.watch.wal-retained", "1KB"))))
        .satisfies(
            refusal ->
                assertThat(words(refusal))
                    .contains("waybill.relay.watch.wal-retained is 1024B: give 1MB to 1048576MB"));
    assertThatThrownBy(() -> bind(with(Map.of("waybill.relay.name", "Main"))))
        .satisfies(
            refusal ->
                assertThat(words(refusal))
                    .contains("waybill.relay.name is 'Main': give what matches [a-z]"));
  }

  @Override
  protected RelayProperties bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bind(
            "waybill.relay",
            Bindable.of(RelayProperties.class),
            new ValidationBindHandler(VALIDATOR))
        .get();
  }
}
