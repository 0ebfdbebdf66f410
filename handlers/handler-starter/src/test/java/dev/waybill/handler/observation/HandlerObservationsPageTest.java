package dev.waybill.handler.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The page of the reference is the catalogue. */
class HandlerObservationsPageTest {

  private static final Path PAGE =
      Path.of("..", "..", "docs", "reference", "handler-observations.md");
  private static final Path EXPECTED = Path.of("target", "handler-observations.md");
  private static final String BEGIN =
      "<!-- the catalogue; HandlerObservationsPageTest writes it -->\n";

  @Test
  void saysWhatTheCodeSays() throws IOException {
    String page = Files.readString(PAGE);
    String expected = page.substring(0, page.indexOf(BEGIN)) + BEGIN + table();
    Files.writeString(EXPECTED, expected);

    assertThat(page)
        .as(
            "the catalogue changed: take over"
                + " handlers/handler-starter/target/handler-observations.md")
        .isEqualTo(expected)
        .contains("`" + DefaultDeliveryConvention.NAME + "`")
        .contains("management.observations.enable." + DefaultDeliveryConvention.NAME + "=false");
  }

  private static String table() {
    StringBuilder table = new StringBuilder("\n| key | cardinality | value |\n|---|---|---|\n");
    for (DeliveryKey key : DeliveryKey.values()) {
      table
          .append("| `")
          .append(key.asString())
          .append("` | ")
          .append(key.cardinality().name().toLowerCase(Locale.ROOT))
          .append(" | ")
          .append(key.meaning())
          .append(" |\n");
    }
    return table.toString();
  }
}
