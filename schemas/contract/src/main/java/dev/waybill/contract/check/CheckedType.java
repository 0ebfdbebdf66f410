package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.version.VersionFile;
import dev.waybill.contract.version.VersionFile.Kind;
import dev.waybill.contract.version.VersionNumbers;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * One type as its folder has it.
 *
 * @param folder the path of the folder, for messages
 * @param contract what it says, whether its examples hold or not
 * @param files contents by name
 */
record CheckedType(String folder, EventContract contract, SortedMap<String, String> files) {

  private static final YAMLMapper YAML = YAMLMapper.builder().build();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  String name() {
    return contract.type();
  }

  /** Path of one of its files, for messages. */
  String path(String file) {
    return folder + "/" + file;
  }

  static String schemaFile(int version) {
    return new VersionFile(version, Kind.SCHEMA).name();
  }

  static String exampleFile(int version) {
    return new VersionFile(version, Kind.EXAMPLE).name();
  }

  /** The copy of a schema as it was released. */
  static String releasedFile(int version) {
    return new VersionFile(version, Kind.RELEASED).name();
  }

  /** A payload as it was when its version was released. */
  static String goldenFile(int version) {
    return new VersionFile(version, Kind.GOLDEN).name();
  }

  Optional<String> text(String file) {
    return Optional.ofNullable(files.get(file));
  }

  Optional<JsonNode> json(String file) {
    return text(file).map(JSON::readTree);
  }

  boolean isReleased(int version) {
    return files.containsKey(releasedFile(version));
  }

  private JsonNode record() {
    return YAML.readTree(files.getOrDefault("record.yaml", ""));
  }

  /**
   * What the record says of each field.
   *
   * @throws IllegalArgumentException when a classification is none
   */
  Map<String, Visibility> classification() {
    Map<String, Visibility> fields = new TreeMap<>();
    record()
        .path("fields")
        .properties()
        .forEach(
            field ->
                fields.put(field.getKey(), Visibility.ofWireName(field.getValue().asString(""))));
    return fields;
  }

  /** Versions that nothing carries any more and whose files are gone. */
  SortedSet<Integer> retired() {
    return VersionNumbers.retired(files.getOrDefault("record.yaml", ""));
  }
}
