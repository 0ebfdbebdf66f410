package dev.waybill.outbox.autoconfigure;

import dev.waybill.testsupport.settings.SettingRecordsContract;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The records of a writing service. */
class OutboxSettingRecordsTest extends SettingRecordsContract {

  OutboxSettingRecordsTest() {
    super(Path.of("..", ".."), "outbox", "waybill.outbox.", Map.of());
  }

  @Override
  protected OutboxProperties bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("waybill.outbox", OutboxProperties.class);
  }
}
