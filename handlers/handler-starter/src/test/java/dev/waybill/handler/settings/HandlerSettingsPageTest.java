package dev.waybill.handler.settings;

import dev.waybill.testsupport.page.SettingsPageContract;
import java.nio.file.Path;

/** The page with the settings of handlers. */
class HandlerSettingsPageTest extends SettingsPageContract {

  HandlerSettingsPageTest() {
    super(Path.of("../../docs/reference/handler-settings.md"), "waybill.handler.");
  }
}
