package dev.waybill.relay.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** One file of {@code schemas/settings/relay}. */
record SettingRecord(String file, Map<String, @Nullable Object> members) {

  /** All of them, by the name of the file. */
  static List<SettingRecord> all() {
    Path folder = Path.of("..", "schemas", "settings", "relay");
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().map(SettingRecord::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SettingRecord read(Path file) {
    try {
      Map<String, @Nullable Object> members = new Yaml().load(Files.readString(file));
      return new SettingRecord(file.getFileName().toString(), new TreeMap<>(members));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return text("name");
  }

  String text(String member) {
    return String.valueOf(members.get(member));
  }

  boolean required() {
    return members.containsKey("required");
  }

  @Nullable String defaultValue() {
    return (String) members.get("default");
  }

  List<?> values(String member) {
    return members.get(member) instanceof List<?> values ? values : List.of();
  }

  @Override
  public String toString() {
    return name();
  }
}
