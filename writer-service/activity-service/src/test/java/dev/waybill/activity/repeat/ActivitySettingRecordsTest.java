package dev.waybill.activity.repeat;

import dev.waybill.testsupport.settings.SettingRecordsContract;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The records of the activity service. */
class ActivitySettingRecordsTest extends SettingRecordsContract {

  ActivitySettingRecordsTest() {
    super(Path.of("..", ".."), "activity", "waybill.activity.", Map.of());
  }

  @Override
  protected IdempotencyProperties bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("waybill.activity.idempotency", IdempotencyProperties.class);
  }
}
