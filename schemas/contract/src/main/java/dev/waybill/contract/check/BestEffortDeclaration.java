package dev.waybill.contract.check;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A reaction or job whose loss is accepted, as its file declares it; it may have gaps.
 *
 * @param fields what is stated, by name
 */
record BestEffortDeclaration(String file, Map<String, String> fields) {

  static final List<String> REQUIRED =
      List.of("name", "kind", "owner", "on-failure", "accepted-loss", "repeat");

  /** The best-effort type that a reaction reacts to. */
  static final String TYPE = "type";

  private static final YAMLMapper YAML = YAMLMapper.builder().build();

  /**
   * @throws tools.jackson.core.JacksonException when the text is no YAML
   */
  static BestEffortDeclaration parse(String file, String yaml) {
    Map<String, String> fields = new TreeMap<>();
    YAML.readTree(yaml)
        .properties()
        .forEach(field -> fields.put(field.getKey(), field.getValue().asString("")));
    return new BestEffortDeclaration(file, fields);
  }

  Optional<String> field(String name) {
    return Optional.ofNullable(fields.get(name)).filter(value -> !value.isBlank());
  }
}
