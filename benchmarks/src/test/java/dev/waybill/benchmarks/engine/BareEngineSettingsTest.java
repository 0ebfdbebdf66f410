package dev.waybill.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The comparison means something only while both engines are set alike. The relay is not on the
 * class path here, whose applications must not see its configuration; so its source is read.
 */
class BareEngineSettingsTest {

  private static final Path RELAY = Path.of("../cdc-relay/src/main/java/dev/waybill/relay");
  private static final Pattern SETTING =
      Pattern.compile("setProperty\\(\\s*\"([^\"]+)\",\\s*(?:\"([^\"]*)\"|([^;]+))\\);");
  private static final Pattern DEFAULT =
      Pattern.compile("@DefaultValue\\(\"([^\"]+)\"\\) \\w+ (\\w+)");

  private final Properties bare =
      BareEngineSettings.of(database(), "bench_bare_engine", "waybill_outbox");

  @Test
  void setsWhatTheRelaySets() throws IOException {
    Map<String, String> relay = settingsOfTheRelay();

    assertThat(bare.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(relay.keySet());
    relay.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            assertThat(bare.getProperty(name)).as(name).isEqualTo(value);
          }
        });
  }

  @Test
  void hasTheRelaysDefaults() throws IOException {
    Map<String, String> defaults = defaultsOfTheRelay();

    assertThat(bare)
        .containsEntry("max.batch.size", defaults.get("batchSize"))
        .containsEntry("max.queue.size.in.bytes", defaults.get("queueBytes"));
    assertThat(bare.getProperty("poll.interval.ms") + "ms").isEqualTo(defaults.get("pollInterval"));
    assertThat(bare.getProperty("offset.flush.interval.ms") + "ms")
        .isEqualTo(defaults.get("confirmInterval"));
  }

  /** Names with their values, empty where the value is computed. */
  private static Map<String, String> settingsOfTheRelay() throws IOException {
    Map<String, String> settings = new TreeMap<>();
    Matcher matcher =
        SETTING.matcher(Files.readString(RELAY.resolve("stream/EngineSettings.java")));
    while (matcher.find()) {
      settings.put(matcher.group(1), matcher.group(2) == null ? "" : matcher.group(2));
    }
    return settings;
  }

  private static Map<String, String> defaultsOfTheRelay() throws IOException {
    Map<String, String> defaults = new TreeMap<>();
    String settings = Files.readString(RELAY.resolve("settings/RelayProperties.java"));
    // Others have a poll interval, too.
    int stream = settings.indexOf("public record Stream(");
    Matcher matcher = DEFAULT.matcher(settings.substring(stream, settings.indexOf('{', stream)));
    while (matcher.find()) {
      defaults.put(matcher.group(2), matcher.group(1));
    }
    return defaults;
  }

  private static PGSimpleDataSource database() {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl("jdbc:postgresql://127.0.0.1:5432/waybill");
    database.setUser("waybill_relay");
    database.setPassword("secret");
    return database;
  }
}
