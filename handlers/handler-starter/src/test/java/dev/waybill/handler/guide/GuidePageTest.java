package dev.waybill.handler.guide;

import dev.waybill.testsupport.page.GuidePageContract;
import java.nio.file.Path;
import java.util.List;

/** The code on the guide's page is the code that {@link GuideIT} runs. */
class GuidePageTest extends GuidePageContract {

  GuidePageTest() {
    super(
        "write-a-handler.md",
        List.of(
            Path.of("src/test/java/dev/waybill/handler/guide"),
            Path.of("src/test/resources/guide"),
            Path.of("src/test/resources/META-INF/waybill/subscriptions")));
  }
}
