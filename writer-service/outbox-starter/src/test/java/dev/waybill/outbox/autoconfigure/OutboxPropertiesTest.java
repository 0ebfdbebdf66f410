package dev.waybill.outbox.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.outbox.schema.SchemaMode;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class OutboxPropertiesTest {

  @Test
  void hasDefaults() {
    OutboxProperties properties = bind(Map.of());

    assertThat(properties.schema()).isEqualTo(SchemaMode.MIGRATE);
    assertThat(properties.maxMessageBytes()).isEqualTo(DataSize.ofKilobytes(900));
    assertThat(properties.roles())
        .isEqualTo(new OutboxProperties.Roles("waybill_writer", "waybill_relay"));
    assertThat(properties.migrator()).isEqualTo(new OutboxProperties.Migrator(null, null, null));
    assertThat(properties.source()).isNull();
    assertThat(properties.operationRetention()).isEqualTo(Duration.ofDays(7));
    assertThat(properties.inProcess()).isEqualTo(new OutboxProperties.InProcess(false, Set.of()));
  }

  @Test
  void readsEverySetting() {
    OutboxProperties properties =
        bind(
            Map.of(
                "waybill.outbox.schema", "validate",
                "waybill.outbox.max-message-bytes", "1MB",
                "waybill.outbox.migrator.username", "owner",
                "waybill.outbox.migrator.password", "hidden",
                "waybill.outbox.source", "urn:crm",
                "waybill.outbox.operation-retention", "30d",
                "waybill.outbox.in-process.isolated", "true",
                "waybill.outbox.in-process.allow", "mailer, report"));

    assertThat(properties.schema()).isEqualTo(SchemaMode.VALIDATE);
    assertThat(properties.maxMessageBytes()).isEqualTo(DataSize.ofMegabytes(1));
    assertThat(properties.migrator().password()).isEqualTo("hidden");
    assertThat(properties.toString()).doesNotContain("hidden");
    assertThat(properties.source()).hasToString("urn:crm");
    assertThat(properties.operationRetention()).isEqualTo(Duration.ofDays(30));
    assertThat(properties.inProcess())
        .isEqualTo(new OutboxProperties.InProcess(true, Set.of("mailer", "report")));
  }

  @Test
  void refusesWhatIsOutOfRangeAndNamesTheProperty() {
    refuses("waybill.outbox.max-message-bytes", "10B");
    refuses("waybill.outbox.max-message-bytes", "32505857B");
    refuses("waybill.outbox.roles.writer", "x\"; DROP TABLE y; --");
    refuses("waybill.outbox.roles.relay", "");
    refuses("waybill.outbox.operation-retention", "23h");
  }

  /** It would be parked for ever, and could be neither sent nor mended. */
  @Test
  void allowsNoMessageThatNoRelayCanSend() {
    assertThat(bind(Map.of("waybill.outbox.max-message-bytes", "31MB")).maxMessageBytes())
        .isEqualTo(DataSize.ofMegabytes(31));

    assertThatThrownBy(() -> bind(Map.of("waybill.outbox.max-message-bytes", "32MB")))
        .hasStackTraceContaining("waybill.outbox.max-message-bytes is ")
        .hasStackTraceContaining("a relay sends no larger message")
        .hasStackTraceContaining("send a reference in place of the content");
  }

  private static void refuses(String property, String value) {
    assertThatThrownBy(() -> bind(Map.of(property, value)))
        .isInstanceOf(BindException.class)
        .hasStackTraceContaining(property + " is ");
  }

  private static OutboxProperties bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("waybill.outbox", OutboxProperties.class);
  }
}
