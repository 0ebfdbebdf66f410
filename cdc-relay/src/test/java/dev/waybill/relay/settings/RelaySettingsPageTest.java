package dev.waybill.relay.settings;

import dev.waybill.testsupport.page.SettingsPageContract;
import java.nio.file.Path;

/** The page with the settings of the relay. */
class RelaySettingsPageTest extends SettingsPageContract {

  RelaySettingsPageTest() {
    super(Path.of("../docs/reference/relay-settings.md"), "waybill.relay.");
  }
}
