package dev.waybill.relay.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Records, metadata and the code say the same of each setting, and the code means it. */
class SettingRecordsTest {

  private static final Map<String, String> NEEDED =
      Map.of(
          "waybill.relay.database.url", "jdbc:postgresql://db/waybill",
          "waybill.relay.database.username", "waybill_relay",
          "waybill.relay.kafka.bootstrap-servers", "kafka:9092");

  private static final Map<String, String> WITH_OWNER =
      Map.of("waybill.relay.migrator.username", "waybill_migrator");

  private static final LocalValidatorFactoryBean VALIDATOR = new LocalValidatorFactoryBean();

  @BeforeAll
  static void startValidator() {
    VALIDATOR.afterPropertiesSet();
  }

  @AfterAll
  static void closeValidator() {
    VALIDATOR.close();
  }

  static Stream<SettingRecord> records() {
    return SettingRecord.all().stream();
  }

  @Test
  void everySettingHasARecordAndEveryRecordASetting() throws IOException {
    Set<String> recorded = records().map(SettingRecord::name).collect(Collectors.toSet());

    assertThat(new TreeSet<>(recorded)).isEqualTo(new TreeSet<>(metadata().keySet()));
  }

  @Test
  void everySettingSaysWhatItMeans() throws IOException {
    metadata()
        .forEach(
            (name, property) ->
                assertThat(property.path("description").asString("")).as(name).isNotBlank());
  }

  @ParameterizedTest
  @MethodSource("records")
  void aRecordSaysWhatAPersonNeeds(SettingRecord setting) {
    assertThat(setting.file()).isEqualTo(setting.name().replace("waybill.relay.", "") + ".yaml");
    for (String member : List.of("type", "range", "owner", "reason", "runbook")) {
      assertThat(setting.members()).as(member).containsKey(member);
      assertThat(setting.text(member)).as(member).isNotBlank();
    }
    assertThat(Path.of("..", "runbooks", setting.text("runbook") + ".md")).exists();
  }

  @ParameterizedTest
  @MethodSource("records")
  void itsDefaultIsTheOneInForce(SettingRecord setting) throws IOException {
    JsonNode inMetadata = Objects.requireNonNull(metadata().get(setting.name()));
    if (setting.required()) {
      Map<String, String> without = new HashMap<>(NEEDED);
      without.remove(setting.name());
      assertThatThrownBy(() -> bind(without))
          .satisfies(refusal -> assertThat(words(refusal)).contains(lastName(setting)));
      assertThat(inMetadata.has("defaultValue")).isFalse();
      return;
    }
    assertThat(setting.members()).containsKey("default");
    String value = setting.defaultValue();
    if (value != null && !value.isEmpty()) {
      assertThat(inMetadata.path("defaultValue").asString("")).isEqualTo(value);
      assertThat(bind(with(Map.of(setting.name(), value)))).isEqualTo(bind(NEEDED));
    } else {
      assertThat(inMetadata.path("defaultValue").asString("")).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("records")
  void itsRangeIsTheOneInForce(SettingRecord setting) {
    for (Object value : setting.values("accepted")) {
      assertThat(bind(with(Map.of(setting.name(), value.toString())))).as("%s", value).isNotNull();
    }
    for (Object value : setting.values("refused")) {
      Map<String, String> settings = with(WITH_OWNER);
      settings.put(setting.name(), value.toString());
      assertThatThrownBy(() -> bind(settings))
          .as("%s", value)
          .satisfies(refusal -> assertThat(words(refusal)).contains(lastName(setting)));
    }
  }

  @Test
  void refusesRetentionWithoutAnOwnerWhoMayDropDays() {
    assertThatThrownBy(() -> bind(with(Map.of("waybill.relay.retention", "30d"))))
        .satisfies(
            refusal ->
                assertThat(words(refusal))
                    .contains("waybill.relay.retention needs waybill.relay.migrator.username"));
    Map<String, String> settings = with(WITH_OWNER);
    settings.put("waybill.relay.retention", "30d");
    assertThat(bind(settings).retention()).hasDays(30);
  }

  @Test
  void namesPropertyValueAndRange() {
    assertThatThrownBy(() -> bind(with(Map.of("waybill.relay.lease-duration", "1500ms"))))
        .satisfies(
            refusal ->
                assertThat(words(refusal))
                    .contains("waybill.relay.lease-duration is 1500ms: give 2s to 10m"));
    assertThatThrownBy(() -> bind(with(Map.of("waybill.relay.watch.wal-retained", "1KB"))))
        .satisfies(
            refusal ->
                assertThat(words(refusal))
                    .contains("waybill.relay.watch.wal-retained is 1024B: give 1MB to 1048576MB"));
    assertThatThrownBy(() -> bind(with(Map.of("waybill.relay.name", "Main"))))
        .satisfies(
            refusal ->
                assertThat(words(refusal))
                    .contains("waybill.relay.name is 'Main': give what matches [a-z]"));
  }

  private static String lastName(SettingRecord setting) {
    String name = setting.name();
    String last = name.substring(name.lastIndexOf('.') + 1);
    // What must merely not be empty is refused by the field's name.
    return setting.required() ? last.replaceAll("-.*", "") : name;
  }

  private static String words(Throwable failure) {
    StringBuilder words = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      words.append(cause.getMessage()).append('\n');
    }
    return words.toString();
  }

  private static Map<String, String> with(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(NEEDED);
    settings.putAll(more);
    return settings;
  }

  private static RelayProperties bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bind(
            "waybill.relay",
            Bindable.of(RelayProperties.class),
            new ValidationBindHandler(VALIDATOR))
        .get();
  }

  /** The settings by name, as the configuration metadata describes them to editors. */
  private static Map<String, JsonNode> metadata() throws IOException {
    Map<String, JsonNode> found = new TreeMap<>();
    try (InputStream in =
        Files.newInputStream(
            Path.of("target", "classes", "META-INF", "spring-configuration-metadata.json"))) {
      for (JsonNode property : JsonMapper.shared().readTree(in).path("properties")) {
        String name = property.path("name").asString();
        if (name.startsWith("waybill.relay.")) {
          found.put(name, property);
        }
      }
    }
    return found;
  }
}
