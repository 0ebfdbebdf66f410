package dev.waybill.contract.compatibility;

import dev.waybill.contract.compatibility.Difference.Kind;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What another value of a keyword means for readers and writers. */
final class KeywordComparison {

  private static final Set<String> LOWER =
      Set.of("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties");
  private static final Set<String> UPPER =
      Set.of("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties");
  private static final Set<String> CHOICES = Set.of("const", "oneOf", "anyOf", "discriminator");
  private static final Set<String> SETS = Set.of("enum", "type");

  /** True as their value lets everything through, as if they were absent. */
  private static final Set<String> SCHEMAS =
      Set.of("", "additionalProperties", "unevaluatedProperties", "items", "propertyNames");

  private KeywordComparison() {}

  /**
   * The difference, unless it is one of writing.
   *
   * @param keyword its name; empty for a whole schema
   */
  static Optional<Difference> compare(
      String at, String keyword, JsonNode released, JsonNode current) {
    String change = "%s was %s and is %s".formatted(name(keyword), text(released), text(current));
    return kind(keyword, released, current).map(kind -> new Difference(at, kind, change));
  }

  private static Optional<Kind> kind(String keyword, JsonNode released, JsonNode current) {
    if (CHOICES.contains(keyword)) {
      return Optional.of(Kind.DISCRIMINATOR_CHANGED);
    }
    if (SETS.contains(keyword) && !released.isMissingNode() && !current.isMissingNode()) {
      return kindOfSet(values(released), values(current));
    }
    if (released.isNumber() && current.isNumber()) {
      return kindOfNumber(keyword, released, current);
    }
    if (limitsNothing(keyword, current)) {
      return Optional.of(Kind.WIDENED);
    }
    return Optional.of(limitsNothing(keyword, released) ? Kind.NARROWED : Kind.CHANGED);
  }

  private static boolean limitsNothing(String keyword, JsonNode value) {
    return value.isMissingNode()
        || (SCHEMAS.contains(keyword) && value.isBoolean() && value.asBoolean());
  }

  private static Optional<Kind> kindOfNumber(String keyword, JsonNode released, JsonNode current) {
    int direction = current.decimalValue().compareTo(released.decimalValue());
    if (direction == 0) {
      return Optional.empty();
    }
    if (LOWER.contains(keyword)) {
      return Optional.of(direction > 0 ? Kind.NARROWED : Kind.WIDENED);
    }
    if (UPPER.contains(keyword)) {
      return Optional.of(direction < 0 ? Kind.NARROWED : Kind.WIDENED);
    }
    return Optional.of(Kind.CHANGED);
  }

  private static Optional<Kind> kindOfSet(Set<JsonNode> released, Set<JsonNode> current) {
    if (released.equals(current)) {
      return Optional.empty();
    }
    if (current.containsAll(released)) {
      return Optional.of(Kind.WIDENED);
    }
    return Optional.of(released.containsAll(current) ? Kind.NARROWED : Kind.CHANGED);
  }

  /** {@code "type": "string"} is the set of that one. */
  private static Set<JsonNode> values(JsonNode node) {
    Set<JsonNode> values = new LinkedHashSet<>();
    if (node.isArray()) {
      node.forEach(values::add);
    } else {
      values.add(node);
    }
    return values;
  }

  private static String name(String keyword) {
    return keyword.isEmpty() ? "the schema" : keyword;
  }

  private static String text(JsonNode node) {
    return node.isMissingNode() ? "absent" : node.toString();
  }
}
