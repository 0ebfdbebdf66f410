package dev.waybill.outbox.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testsupport.page.GuidePageContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The code on the guide's page is the code that {@link GuideIT} runs. */
class GuidePageTest extends GuidePageContract {

  private static final Path CONTRACT =
      Path.of("src/test/resources/META-INF/waybill/events/basket.paid");

  GuidePageTest() {
    super(
        "add-durable-messages.md",
        List.of(
            Path.of("src/test/java/dev/waybill/outbox/guide"),
            Path.of("src/test/resources/guide"),
            CONTRACT));
  }

  /** JSON has no comments to mark regions with. */
  @Test
  void showsTheContractsFilesWhole() {
    assertThat(blocks(Set.of("json")))
        .containsExactly(
            whole(CONTRACT.resolve("v1.schema.json")), whole(CONTRACT.resolve("v1.example.json")));
  }
}
