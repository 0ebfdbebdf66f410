package dev.waybill.outbox.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page of the reference is the configuration metadata, which comes from the Javadoc. */
class OutboxSettingsPageTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "reference", "outbox-settings.md");
  private static final Path EXPECTED = Path.of("target", "outbox-settings.md");
  private static final String BEGIN = "<!-- the settings; OutboxSettingsPageTest writes them -->\n";
  private static final Path METADATA =
      Path.of("target", "classes", "META-INF", "spring-configuration-metadata.json");
  private static final String PREFIX = "waybill.outbox.";
  private static final Pattern LIBRARIES = Pattern.compile("(?:\\w+\\.)+");

  @Test
  void saysWhatTheCodeSays() throws IOException {
    String page = Files.readString(PAGE);
    String expected = page.substring(0, page.indexOf(BEGIN)) + BEGIN + table();
    Files.writeString(EXPECTED, expected);

    assertThat(page)
        .as(
            "the settings changed: take over writer-service/outbox-starter/target/outbox-settings.md")
        .isEqualTo(expected);
  }

  private static String table() throws IOException {
    List<String> rows = new ArrayList<>();
    for (JsonNode property : metadata().path("properties")) {
      String name = property.path("name").asString();
      if (name.startsWith(PREFIX)) {
        rows.add(
            "| `%s` | %s | %s | %s |\n"
                .formatted(
                    name.substring(PREFIX.length()),
                    type(property.path("type").asString()),
                    value(property.path("defaultValue")),
                    property.path("description").asString().replace("|", "\\|")));
      }
    }
    rows.sort(null);
    return "\n| setting | type | default | meaning |\n|---|---|---|---|\n" + String.join("", rows);
  }

  private static String type(String name) {
    return LIBRARIES
        .matcher(name.replace(',', ' '))
        .replaceAll("")
        .replaceAll(".*\\$", "")
        .replaceAll("[<> ]+", " ")
        .strip()
        .toLowerCase(Locale.ROOT);
  }

  private static String value(JsonNode value) {
    String text = value.isMissingNode() ? "" : value.asString().replaceAll("[\\[\\]]", "");
    return text.isEmpty() ? "–" : "`" + text + "`";
  }

  private static JsonNode metadata() throws IOException {
    return JsonMapper.builder().build().readTree(Files.readString(METADATA));
  }
}
