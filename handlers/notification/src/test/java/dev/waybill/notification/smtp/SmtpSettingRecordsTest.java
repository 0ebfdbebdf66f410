package dev.waybill.notification.smtp;

import dev.waybill.testsupport.settings.SettingRecordsContract;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The records of what bounds the sending of a mail. */
class SmtpSettingRecordsTest extends SettingRecordsContract {

  SmtpSettingRecordsTest() {
    super(
        Path.of("..", ".."),
        "notification-smtp",
        "waybill.notification.smtp.",
        Map.of("waybill.notification.smtp.sender", "waybill@example.org"));
  }

  @Override
  protected SmtpProperties bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("waybill.notification.smtp", SmtpProperties.class);
  }
}
