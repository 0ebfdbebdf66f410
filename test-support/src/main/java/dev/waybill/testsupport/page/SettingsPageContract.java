package dev.waybill.testsupport.page;

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

/**
 * A page of the reference is the configuration metadata, which comes from the Javadoc. Each module
 * with such a page extends this.
 */
public abstract class SettingsPageContract {

  private static final Path METADATA =
      Path.of("target", "classes", "META-INF", "spring-configuration-metadata.json");
  private static final Pattern LIBRARIES = Pattern.compile("(?:\\w+\\.)+");
  private static final Pattern CODE = Pattern.compile("\\{@code ([^}]*)}");

  private final Path page;
  private final String prefix;

  /**
   * @param page its file, seen from the module
   * @param prefix of the settings, with its dot
   */
  protected SettingsPageContract(Path page, String prefix) {
    this.page = page;
    this.prefix = prefix;
  }

  @Test
  void saysWhatTheCodeSays() throws IOException {
    Path expectedFile = Path.of("target").resolve(page.getFileName()).toAbsolutePath();
    String text = Files.readString(page);
    String begin = "<!-- the settings; %s writes them -->\n".formatted(getClass().getSimpleName());
    String expected = text.substring(0, text.indexOf(begin)) + begin + table();
    Files.writeString(expectedFile, expected);

    assertThat(text).as("the settings changed: take over %s", expectedFile).isEqualTo(expected);
  }

  private String table() throws IOException {
    List<String> rows = new ArrayList<>();
    for (JsonNode property :
        JsonMapper.shared().readTree(Files.readString(METADATA)).path("properties")) {
      String name = property.path("name").asString();
      if (name.startsWith(prefix)) {
        rows.add(
            "| `%s` | %s | %s | %s |\n"
                .formatted(
                    name.substring(prefix.length()),
                    type(property.path("type").asString()),
                    value(property.path("defaultValue")),
                    meaning(property.path("description").asString())));
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

  private static String meaning(String javadoc) {
    return CODE.matcher(javadoc).replaceAll("`$1`").replace("|", "\\|");
  }

  private static String value(JsonNode value) {
    String text = value.isMissingNode() ? "" : value.asString().replaceAll("[\\[\\]]", "");
    return text.isEmpty() ? "–" : "`" + text + "`";
  }
}
