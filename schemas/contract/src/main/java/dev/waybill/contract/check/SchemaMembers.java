package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The members that a schema declares, at any depth: {@code name}, {@code address.street}, {@code
 * items[].price}, and {@code labels.*} for those that it lets have any name. Follows references
 * within the schema, one that leads back into itself once. Whatever else could declare a member is
 * told as not understood, so that none hides behind it.
 */
final class SchemaMembers {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Of the value itself. */
  private static final Set<String> APPLIED =
      Set.of("allOf", "anyOf", "oneOf", "if", "then", "else", "not");

  /** Of the items of a list. */
  private static final Set<String> ITEMS =
      Set.of("items", "prefixItems", "contains", "unevaluatedItems");

  /** Of members that have any name. */
  private static final Set<String> UNNAMED =
      Set.of("additionalProperties", "unevaluatedProperties");

  /** They declare no member, whatever their value is; definitions do once they are referred to. */
  private static final Set<String> WITHOUT_MEMBERS =
      Set.of(
          "$schema",
          "$comment",
          "$anchor",
          "$defs",
          "definitions",
          "title",
          "description",
          "examples",
          "default",
          "deprecated",
          "readOnly",
          "writeOnly",
          "discriminator",
          "type",
          "enum",
          "const",
          "format",
          "contentEncoding",
          "contentMediaType",
          "multipleOf",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "minLength",
          "maxLength",
          "pattern",
          "minItems",
          "maxItems",
          "uniqueItems",
          "minContains",
          "maxContains",
          "minProperties",
          "maxProperties",
          "propertyNames",
          "required",
          "dependentRequired");

  private final JsonNode root;
  private final List<Member> members = new ArrayList<>();
  private final Map<String, String> riddles = new LinkedHashMap<>();

  /** References that were followed to where the walk is. */
  private final Set<String> following = new HashSet<>();

  private SchemaMembers(JsonNode root) {
    this.root = root;
  }

  /**
   * A member.
   *
   * @param pointer where its schema is
   * @param optional whether a payload may lack it; members of any name cannot be lacking
   * @param leaf whether it has no members itself
   */
  record Member(String path, String pointer, JsonNode schema, boolean optional, boolean leaf) {}

  static SchemaMembers of(EventVersion version) {
    JsonNode root = JSON.readTree(version.schemaText());
    SchemaMembers members = new SchemaMembers(root);
    members.schema("", "", root);
    return members;
  }

  List<Member> members() {
    return members;
  }

  /** What could declare members and is not understood: a reason by the pointer to it. */
  Map<String, String> riddles() {
    return riddles;
  }

  private void schema(String prefix, String at, JsonNode schema) {
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      keyword(prefix, at, schema, keyword.getKey(), keyword.getValue());
    }
  }

  private void keyword(String prefix, String at, JsonNode schema, String name, JsonNode value) {
    String pointer = at + "/" + name;
    if (name.equals("properties")) {
      properties(prefix, pointer, schema);
    } else if (name.equals("patternProperties")) {
      value
          .properties()
          .forEach(one -> unnamed(prefix, pointer + "/" + step(one.getKey()), one.getValue()));
    } else if (UNNAMED.contains(name)) {
      unnamed(prefix, pointer, value);
    } else if (ITEMS.contains(name)) {
      schemas(items(prefix), pointer, value);
    } else if (APPLIED.contains(name)) {
      schemas(prefix, pointer, value);
    } else if (name.equals("dependentSchemas")) {
      value
          .properties()
          .forEach(one -> schema(prefix, pointer + "/" + step(one.getKey()), one.getValue()));
    } else if (name.equals("$ref")) {
      reference(prefix, pointer, value.asString(""));
    } else if (!WITHOUT_MEMBERS.contains(name) && !pointer.equals("/$id")) {
      riddles.put(pointer, "the keyword '" + name + "' is not known here");
    }
  }

  private static String items(String prefix) {
    return prefix.isEmpty() ? "[]." : prefix.substring(0, prefix.length() - 1) + "[].";
  }

  private void schemas(String prefix, String at, JsonNode value) {
    if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        schema(prefix, at + "/" + i, value.path(i));
      }
    } else {
      schema(prefix, at, value);
    }
  }

  private void reference(String prefix, String at, String reference) {
    Optional<JsonNode> target = target(reference);
    if (target.isEmpty()) {
      riddles.put(at, "the reference '" + reference + "' leads nowhere within the schema");
    } else if (following.add(reference)) {
      schema(prefix, reference.startsWith("#/") ? reference.substring(1) : "", target.get());
      following.remove(reference);
    }
  }

  private Optional<JsonNode> target(String reference) {
    if (reference.equals("#")) {
      return Optional.of(root);
    }
    if (reference.startsWith("#/")) {
      return Optional.of(root.at(reference.substring(1))).filter(node -> !node.isMissingNode());
    }
    return reference.startsWith("#")
        ? root.findParents("$anchor").stream()
            .filter(node -> node.path("$anchor").asString("").equals(reference.substring(1)))
            .findFirst()
        : Optional.empty();
  }

  private void properties(String prefix, String at, JsonNode schema) {
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asString()));
    schema
        .path("properties")
        .properties()
        .forEach(
            property ->
                member(
                    prefix + property.getKey(),
                    at + "/" + step(property.getKey()),
                    property.getValue(),
                    !required.contains(property.getKey())));
  }

  private void unnamed(String prefix, String at, JsonNode schema) {
    if (schema.isObject() && !schema.isEmpty()) {
      member(prefix + "*", at, schema, false);
    }
  }

  private void member(String path, String at, JsonNode schema, boolean optional) {
    int place = members.size();
    schema(path + ".", at, schema);
    members.add(place, new Member(path, at, schema, optional, members.size() == place));
  }

  /** A name as a step of a JSON Pointer (RFC 6901). */
  private static String step(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
