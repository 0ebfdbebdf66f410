package dev.waybill.contract.compatibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/**
 * Compares a schema with its released form. Allowed are new optional members of an open object, new
 * definitions and other words; all else is a difference. So whoever reads by the released form can
 * read what is written by the other, and the other way round, without any reasoning about which
 * payloads a keyword lets through (ADR 0022).
 */
public final class SchemaComparison {

  /** They say something to people and nothing about which payloads are valid. */
  private static final Set<String> WORDS =
      Set.of("title", "description", "$comment", "examples", "deprecated");

  private static final Set<String> DEFINITIONS = Set.of("$defs", "definitions");
  private static final Set<String> NESTED = Set.of("items", "additionalProperties");
  private static final Set<String> LISTED = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

  /**
   * Of another value than that of the schema around them, so what closes that is nothing to them.
   */
  private static final Set<String> OF_PARTS =
      Set.of("items", "additionalProperties", "prefixItems");

  private final List<Difference> differences = new ArrayList<>();
  private final boolean closedByReference;

  private SchemaComparison(boolean closedByReference) {
    this.closedByReference = closedByReference;
  }

  /** All differences, members before keywords; empty when the released form still holds. */
  public static List<Difference> compare(JsonNode released, JsonNode current) {
    boolean closedByReference = ClosedSchemas.closesWhatItRefersTo(released);
    SchemaComparison comparison = new SchemaComparison(closedByReference);
    comparison.schema("", released, current, closedByReference);
    return List.copyOf(comparison.differences);
  }

  /**
   * Compares two schemas.
   *
   * @param closed whether a schema around them for the same value allows no other members
   */
  private void schema(String at, JsonNode released, JsonNode current, boolean closed) {
    if (!released.isObject() || !current.isObject()) {
      keyword(at, "", released, current);
      return;
    }
    boolean closedHere = closed || ClosedSchemas.closes(released);
    differences.addAll(MemberComparison.compare(at, released, current, closedHere));
    Set<String> keywords = new TreeSet<>(released.propertyNames());
    keywords.addAll(current.propertyNames());
    keywords.removeAll(WORDS);
    keywords.remove("required");
    for (String keyword : keywords) {
      part(
          at + "/" + keyword,
          keyword,
          value(released, keyword),
          value(current, keyword),
          closedHere && !OF_PARTS.contains(keyword));
    }
  }

  /** Objects are open unless they say otherwise. */
  private static JsonNode value(JsonNode schema, String keyword) {
    return keyword.equals("additionalProperties") && !schema.has(keyword)
        ? BooleanNode.TRUE
        : schema.path(keyword);
  }

  private void part(
      String at, String keyword, JsonNode released, JsonNode current, boolean closed) {
    if (keyword.equals("properties")) {
      released.propertyNames().stream()
          .filter(current::has)
          .forEach(name -> named(at, name, released, current, false));
    } else if (DEFINITIONS.contains(keyword)) {
      released
          .propertyNames()
          .forEach(name -> named(at, name, released, current, closedByReference));
    } else if (NESTED.contains(keyword) && released.isObject() && current.isObject()) {
      schema(at, released, current, closed);
    } else if (LISTED.contains(keyword) && released.size() == current.size()) {
      for (int i = 0; i < released.size(); i++) {
        schema(at + "/" + i, released.path(i), current.path(i), closed);
      }
    } else {
      keyword(at, keyword, released, current);
    }
  }

  private void named(String at, String name, JsonNode released, JsonNode current, boolean closed) {
    String pointer = at + "/" + pointer(name);
    if (current.has(name)) {
      schema(pointer, released.path(name), current.path(name), closed);
    } else {
      differences.add(
          new Difference(
              pointer, Difference.Kind.REMOVED, "definition '" + name + "' was removed"));
    }
  }

  private void keyword(String at, String keyword, JsonNode released, JsonNode current) {
    if (!released.equals(current)) {
      KeywordComparison.compare(at, keyword, released, current).ifPresent(differences::add);
    }
  }

  /** A name as a step of a JSON Pointer. */
  static String pointer(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
