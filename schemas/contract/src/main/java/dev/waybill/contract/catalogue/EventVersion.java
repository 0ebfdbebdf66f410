package dev.waybill.contract.catalogue;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;

/** One version of an event: its JSON Schema (2020-12) and an example. Thread-safe. */
public final class EventVersion {

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder()
                      .pathType(PathType.JSON_POINTER)
                      .locale(Locale.ROOT)
                      .formatAssertionsEnabled(true)
                      .build()));

  private final int version;
  private final String schemaText;
  private final String example;
  private final Schema schema;

  EventVersion(int version, String schemaText, String example) {
    this.version = version;
    this.schemaText = schemaText;
    this.example = example;
    this.schema = REGISTRY.getSchema(schemaText, InputFormat.JSON);
  }

  public int version() {
    return version;
  }

  /** The schema as its file has it. */
  public String schemaText() {
    return schemaText;
  }

  /** A payload that the schema accepts. */
  public String example() {
    return example;
  }

  /**
   * How a payload breaks the schema; empty when it does not. A payload that is no JSON at all is
   * one violation of the whole.
   */
  public List<Violation> validate(String payload) {
    try {
      return schema.validate(payload, InputFormat.JSON).stream()
          .map(EventVersion::violation)
          .toList();
    } catch (IllegalArgumentException | JacksonException e) {
      return List.of(new Violation("", "the payload is not readable JSON"));
    }
  }

  /** How the schema itself breaks JSON Schema; empty when it does not. */
  public List<Violation> validateSchema() {
    return Meta.SCHEMA.validate(schemaText, InputFormat.JSON).stream()
        .map(EventVersion::violation)
        .toList();
  }

  private static Violation violation(Error error) {
    String parent = error.getInstanceLocation().toString();
    String property = error.getProperty();
    return new Violation(
        property == null ? parent : parent + "/" + property, String.valueOf(error.getMessage()));
  }

  /** Loaded by those alone who check schemas. */
  private static final class Meta {

    static final Schema SCHEMA =
        REGISTRY.getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));
  }
}
