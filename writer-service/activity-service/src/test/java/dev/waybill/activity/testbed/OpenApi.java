package dev.waybill.activity.testbed;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A description of an API, asked what it says. */
public final class OpenApi {

  private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder()
                      .locale(Locale.ROOT)
                      .formatAssertionsEnabled(true)
                      .build()));

  private final ObjectNode document;

  private OpenApi(ObjectNode document) {
    this.document = document;
  }

  public static OpenApi parse(String yaml) {
    return new OpenApi((ObjectNode) YAMLMapper.builder().build().readTree(yaml));
  }

  /** Each operation as its method and path. */
  public Set<String> operations() {
    Set<String> operations = new TreeSet<>();
    document
        .path("paths")
        .forEachEntry(
            (path, item) ->
                item.propertyNames().stream()
                    .filter(METHODS::contains)
                    .forEach(
                        method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path)));
    return operations;
  }

  /** What it says of one operation. */
  public JsonNode operation(String method, String path) {
    return document.path("paths").path(path).path(method.toLowerCase(Locale.ROOT));
  }

  /** The members of a request's body; empty for an operation without one. */
  public Set<String> requestMembers(String method, String path) {
    return members(
        resolved(
            operation(method, path)
                .path("requestBody")
                .path("content")
                .path("application/json")
                .path("schema")));
  }

  /** The members that a schema describes. */
  public Set<String> members(String schema) {
    return members(document.path("components").path("schemas").path(schema));
  }

  /** The answer to an operation with a status. */
  public JsonNode response(String method, String path, int status) {
    return resolved(operation(method, path).path("responses").path(Integer.toString(status)));
  }

  /** How a JSON text breaks a schema that one of the document's nodes holds or refers to. */
  public List<String> violations(JsonNode schema, String json) {
    ObjectNode whole = document.deepCopy();
    schema.forEachEntry(whole::set);
    return REGISTRY
        .getSchema(whole.toString(), InputFormat.JSON)
        .validate(json, InputFormat.JSON)
        .stream()
        .map(Error::toString)
        .toList();
  }

  private static Set<String> members(JsonNode schema) {
    return new TreeSet<>(schema.path("properties").propertyNames());
  }

  private JsonNode resolved(JsonNode node) {
    String reference = node.path("$ref").asString("");
    return reference.isEmpty() ? node : document.at(reference.substring(1));
  }
}
