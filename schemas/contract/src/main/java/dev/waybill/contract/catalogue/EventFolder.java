package dev.waybill.contract.catalogue;

import dev.waybill.contract.message.MessageKind;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.version.VersionFile;
import dev.waybill.contract.version.VersionNumbers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the files of one event type. */
final class EventFolder {

  private static final YAMLMapper YAML = YAMLMapper.builder().build();
  private static final Pattern SCHEMA = Pattern.compile("v[0-9].*\\.schema\\.json");
  private static final Set<String> FIELDS =
      Set.of(
          "record",
          "owner",
          "kind",
          "direction",
          "trust",
          "durable",
          "meaning",
          "fields",
          "retired");

  private final String type;
  private final SortedMap<String, String> files;

  private EventFolder(String type, SortedMap<String, String> files) {
    this.type = type;
    this.files = files;
  }

  /** Reads a contract that can be used: its examples keep to their schemas. */
  static EventContract read(String type, SortedMap<String, String> files) {
    EventContract contract = readUnproved(type, files);
    contract.versions().values().forEach(version -> requireValidExample(type, version));
    return contract;
  }

  /** Reads a contract, whether its examples keep to their schemas or not. */
  static EventContract readUnproved(String type, SortedMap<String, String> files) {
    EventFolder folder = new EventFolder(type, files);
    try {
      MessageType.requireName(type);
      return new EventContract(type, folder.record(), folder.versions());
    } catch (IllegalArgumentException | JacksonException e) {
      throw new InvalidCatalogueException("event " + type + ": " + e.getMessage(), e);
    }
  }

  private EventContract.EventRecord record() {
    JsonNode node = YAML.readTree(file("record.yaml"));
    for (String name : node.propertyNames()) {
      require(FIELDS.contains(name), "record.yaml has the unknown field '" + name + "'");
    }
    VersionNumbers.retired(file("record.yaml"));
    JsonNode durable = node.path("durable");
    require(durable.isBoolean(), "record.yaml lacks 'durable', true or false");
    return new EventContract.EventRecord(
        text(node, "record"),
        text(node, "owner"),
        MessageKind.ofWireName(text(node, "kind")),
        Direction.valueOf(text(node, "direction").toUpperCase(Locale.ROOT)),
        text(node, "trust"),
        durable.asBoolean());
  }

  private SortedMap<Integer, EventVersion> versions() {
    SortedMap<Integer, EventVersion> versions = new TreeMap<>();
    for (String path : files.subMap(type + "/", type + "0").keySet()) {
      String name = path.substring(type.length() + 1);
      Optional<VersionFile> file = VersionFile.parse(name);
      require(
          file.isPresent() || !SCHEMA.matcher(name).matches(),
          name + " is the schema of no version: versions are v1, v2 and so on, below v1000000000");
      file.filter(one -> one.kind() == VersionFile.Kind.SCHEMA)
          .map(VersionFile::version)
          .ifPresent(version -> versions.put(version, version(version)));
    }
    require(!versions.isEmpty(), "no version: add v1.schema.json and v1.example.json");
    return versions;
  }

  private EventVersion version(int number) {
    return new EventVersion(
        number,
        file(new VersionFile(number, VersionFile.Kind.SCHEMA).name()),
        file(new VersionFile(number, VersionFile.Kind.EXAMPLE).name()));
  }

  private static void requireValidExample(String type, EventVersion version) {
    List<Violation> violations = version.validate(version.example());
    if (!violations.isEmpty()) {
      throw new InvalidCatalogueException(
          "event %s: v%d.example.json breaks its schema: %s"
              .formatted(type, version.version(), violations));
    }
  }

  private String file(String name) {
    String content = files.get(type + "/" + name);
    if (content == null) {
      throw new InvalidCatalogueException("event " + type + ": " + name + " is missing");
    }
    return content;
  }

  private String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    require(value.isString() && !value.asString().isBlank(), "record.yaml lacks '" + field + "'");
    return value.asString();
  }

  private void require(boolean condition, String complaint) {
    if (!condition) {
      throw new InvalidCatalogueException("event " + type + ": " + complaint);
    }
  }
}
