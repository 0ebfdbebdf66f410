package dev.waybill.handler.settings;

import dev.waybill.testsupport.settings.SettingRecordsContract;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The records of the handlers. */
class HandlerSettingRecordsTest extends SettingRecordsContract {

  HandlerSettingRecordsTest() {
    super(Path.of("..", ".."), "handler", "waybill.handler.", Map.of());
  }

  @Override
  protected HandlerProperties bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("waybill.handler", HandlerProperties.class);
  }
}
