package dev.waybill.outbox.autoconfigure;

import dev.waybill.testsupport.page.SettingsPageContract;
import java.nio.file.Path;

/** The page with the settings of the outbox. */
class OutboxSettingsPageTest extends SettingsPageContract {

  OutboxSettingsPageTest() {
    super(Path.of("../../docs/reference/outbox-settings.md"), "waybill.outbox.");
  }
}
