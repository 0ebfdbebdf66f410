package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The members that a schema declares, at any depth: {@code name}, {@code address.street}, {@code
 * items[].price}. Follows references within the schema.
 */
final class SchemaMembers {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> APPLIED =
      List.of("allOf", "anyOf", "oneOf", "then", "else", "if");

  private final JsonNode root;
  private final List<Member> members = new ArrayList<>();
  private final Set<String> following = new HashSet<>();

  private SchemaMembers(JsonNode root) {
    this.root = root;
  }

  /**
   * A member.
   *
   * @param pointer where its schema is
   * @param leaf whether it has no members itself
   */
  record Member(String path, String pointer, JsonNode schema, boolean required, boolean leaf) {}

  static List<Member> of(EventVersion version) {
    JsonNode root = JSON.readTree(version.schemaText());
    SchemaMembers members = new SchemaMembers(root);
    members.schema("", "", root);
    return members.members;
  }

  private void schema(String prefix, String at, JsonNode schema) {
    properties(prefix, at, schema);
    if (schema.path("items").isObject()) {
      schema(
          prefix.isEmpty() ? "[]." : prefix.substring(0, prefix.length() - 1) + "[].",
          at + "/items",
          schema.path("items"));
    }
    for (String keyword : APPLIED) {
      JsonNode part = schema.path(keyword);
      if (part.isObject()) {
        schema(prefix, at + "/" + keyword, part);
      }
      for (int i = 0; part.isArray() && i < part.size(); i++) {
        schema(prefix, at + "/" + keyword + "/" + i, part.path(i));
      }
    }
    String reference = schema.path("$ref").asString("");
    if (reference.startsWith("#/") && following.add(prefix + reference)) {
      schema(prefix, reference.substring(1), root.at(reference.substring(1)));
    }
  }

  private void properties(String prefix, String at, JsonNode schema) {
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asString()));
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              String name = property.getKey();
              String pointer = at + "/properties/" + name.replace("~", "~0").replace("/", "~1");
              int place = members.size();
              schema(prefix + name + ".", pointer, property.getValue());
              members.add(
                  place,
                  new Member(
                      prefix + name,
                      pointer,
                      property.getValue(),
                      required.contains(name),
                      members.size() == place));
            });
  }
}
