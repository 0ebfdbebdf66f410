package dev.waybill.contract.compatibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Schemas that may refuse an object for a member that they do not name. */
final class ClosedSchemas {

  /** True as their value lets everything through, as if they were absent. */
  private static final Set<String> UNLESS_TRUE =
      Set.of("additionalProperties", "unevaluatedProperties", "propertyNames", "patternProperties");

  private static final String COUNT = "maxProperties";
  private static final Set<String> APPLIED = Set.of("allOf", "anyOf", "oneOf");
  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");

  private ClosedSchemas() {}

  /** Whether a schema, or one in it for the same value, is closed. */
  static boolean closes(JsonNode schema) {
    return schema.has(COUNT)
        || UNLESS_TRUE.stream().map(schema::path).anyMatch(ClosedSchemas::limits)
        || applied(schema).stream().anyMatch(ClosedSchemas::closes);
  }

  /**
   * Whether a reference anywhere in a document stands in what is closed, as with {@code
   * unevaluatedProperties} beside it: then what it refers to gains no member either.
   */
  static boolean closesWhatItRefersTo(JsonNode document) {
    if (document.isObject() && refers(document) && closes(document)) {
      return true;
    }
    return document.valueStream().anyMatch(ClosedSchemas::closesWhatItRefersTo);
  }

  private static boolean refers(JsonNode schema) {
    return REFERENCES.stream().anyMatch(schema::has)
        || applied(schema).stream().anyMatch(ClosedSchemas::refers);
  }

  private static boolean limits(JsonNode value) {
    return !value.isMissingNode() && !(value.isBoolean() && value.asBoolean());
  }

  private static List<JsonNode> applied(JsonNode schema) {
    List<JsonNode> parts = new ArrayList<>();
    APPLIED.forEach(keyword -> schema.path(keyword).forEach(parts::add));
    return parts;
  }
}
