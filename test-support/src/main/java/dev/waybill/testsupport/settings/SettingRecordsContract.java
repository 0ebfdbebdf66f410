package dev.waybill.testsupport.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The records of one service, its configuration metadata and its code say the same of each setting,
 * and the code means it. Each module whose settings have records extends this.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SettingRecordsContract {

  private static final Path METADATA =
      Path.of("target", "classes", "META-INF", "spring-configuration-metadata.json");

  private final Path root;
  private final String folder;
  private final String prefix;
  private final Map<String, String> needed;

  /**
   * @param root of the project, seen from the module
   * @param folder of the records, below {@code schemas/settings}
   * @param prefix of the settings, with its dot
   * @param needed settings without which the service does not start
   */
  protected SettingRecordsContract(
      Path root, String folder, String prefix, Map<String, String> needed) {
    this.root = root;
    this.folder = folder;
    this.prefix = prefix;
    this.needed = Map.copyOf(needed);
  }

  /**
   * Reads settings as the service does at its start.
   *
   * @return equal for equal settings in force
   * @throws RuntimeException when the service would not start with them
   */
  protected abstract Object bind(Map<String, String> settings);

  /** Each is checked by itself. */
  protected List<SettingRecord> records() {
    return SettingRecord.in(root.resolve("schemas/settings").resolve(folder));
  }

  @Test
  void everySettingHasARecordAndEveryRecordASetting() {
    assertThat(records().stream().map(SettingRecord::name).collect(Collectors.toSet()))
        .isEqualTo(new TreeSet<>(metadata().keySet()));
  }

  @Test
  void everySettingSaysWhatItMeans() {
    metadata()
        .forEach(
            (name, property) ->
                assertThat(property.path("description").asString("")).as(name).isNotBlank());
  }

  @ParameterizedTest
  @MethodSource("records")
  void aRecordSaysWhatAPersonNeeds(SettingRecord setting) {
    assertThat(setting.file()).isEqualTo(setting.name().replace(prefix, "") + ".yaml");
    for (String member : List.of("type", "range", "owner", "reason", "runbook")) {
      assertThat(setting.text(member)).as(member).isNotBlank();
    }
    assertThat(root.resolve("runbooks").resolve(setting.text("runbook") + ".md")).exists();
  }

  @ParameterizedTest
  @MethodSource("records")
  void itsDefaultIsTheOneInForce(SettingRecord setting) {
    JsonNode inMetadata = Objects.requireNonNull(metadata().get(setting.name()));
    if (setting.required()) {
      Map<String, String> without = new HashMap<>(needed);
      without.remove(setting.name());
      assertThatThrownBy(() -> bind(without))
          .satisfies(refusal -> assertThat(words(refusal)).contains(lastName(setting)));
      assertThat(inMetadata.has("defaultValue")).isFalse();
      return;
    }
    assertThat(setting.members().has("default")).as("names its default").isTrue();
    String value = setting.text("default");
    assertThat(inMetadata.path("defaultValue").asString("").replaceAll("[\\[\\]]", ""))
        .isEqualTo(value);
    if (!value.isEmpty()) {
      assertThat(bind(with(setting, value))).isEqualTo(bind(with(setting.companions())));
    }
  }

  @ParameterizedTest
  @MethodSource("records")
  void itsRangeIsTheOneInForce(SettingRecord setting) {
    for (String value : setting.texts("accepted")) {
      assertThat(bind(with(setting, value))).as(value).isNotNull();
    }
    for (String value : setting.texts("refused")) {
      assertThatThrownBy(() -> bind(with(setting, value)))
          .as(value)
          .satisfies(refusal -> assertThat(words(refusal)).contains(lastName(setting)));
    }
  }

  /** Everything that a failure and its causes say. */
  protected static String words(Throwable failure) {
    StringBuilder words = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      words.append(cause.getMessage()).append('\n');
    }
    return words.toString();
  }

  /** What is needed, and more. */
  protected final Map<String, String> with(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(needed);
    settings.putAll(more);
    return settings;
  }

  private Map<String, String> with(SettingRecord setting, String value) {
    Map<String, String> settings = with(setting.companions());
    settings.put(setting.name(), value);
    return settings;
  }

  private static String lastName(SettingRecord setting) {
    String name = setting.name();
    String last = name.substring(name.lastIndexOf('.') + 1);
    // What must merely not be empty is refused by the field's name.
    return setting.required() ? last.replaceAll("-.*", "") : name;
  }

  /** The settings by name, as the configuration metadata describes them to editors. */
  private Map<String, JsonNode> metadata() {
    Map<String, JsonNode> found = new TreeMap<>();
    for (JsonNode property : JsonMapper.shared().readTree(METADATA.toFile()).path("properties")) {
      String name = property.path("name").asString();
      if (name.startsWith(prefix)) {
        found.put(name, property);
      }
    }
    return found;
  }
}
