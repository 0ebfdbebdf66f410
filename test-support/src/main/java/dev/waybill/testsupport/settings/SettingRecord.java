package dev.waybill.testsupport.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * One file of {@code schemas/settings}.
 *
 * @param file its name
 * @param members what it holds
 */
public record SettingRecord(String file, JsonNode members) {

  private static final YAMLMapper YAML = new YAMLMapper();

  /** All of a folder, by the name of the file. */
  static List<SettingRecord> in(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().map(SettingRecord::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SettingRecord read(Path file) {
    return new SettingRecord(file.getFileName().toString(), YAML.readTree(file.toFile()));
  }

  /** What the setting is called, with its prefix. */
  public String name() {
    return text("name");
  }

  /** A member as text; empty when it is not there. */
  String text(String member) {
    return members.path(member).asString("");
  }

  /** Whether the service does not start without it. */
  boolean required() {
    return members.has("required");
  }

  /** Settings without which this one changes nothing or is refused. */
  Map<String, String> companions() {
    return members
        .path("with")
        .propertyStream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().asString()));
  }

  /** The texts that a member lists. */
  List<String> texts(String member) {
    return members.path(member).valueStream().map(JsonNode::asString).toList();
  }

  @Override
  public String toString() {
    return name();
  }
}
