package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventVersion;
import dev.waybill.contract.compatibility.Difference;
import dev.waybill.contract.compatibility.SchemaComparison;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A released schema differs from its released form by additional optional members alone. */
final class ReleasedSchemasStay implements VersionRule {

  private static final String RULE = "released-schema-stays";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public List<Breach> check(Checkout checkout, CheckedType type, EventVersion version) {
    int number = version.version();
    try {
      JsonNode current = JSON.readTree(version.schemaText());
      return type.json(CheckedType.releasedFile(number)).stream()
          .flatMap(released -> SchemaComparison.compare(released, current).stream())
          .map(difference -> breach(checkout, type, number, difference))
          .toList();
    } catch (JacksonException e) {
      return List.of(
          new Breach(
              type.path(CheckedType.releasedFile(number)),
              "",
              RULE,
              "is no JSON: bring back the schema as it was released"));
    }
  }

  private static Breach breach(
      Checkout checkout, CheckedType type, int version, Difference difference) {
    String kind = difference.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return new Breach(
        type.path(CheckedType.schemaFile(version)),
        difference.pointer(),
        RULE,
        kind
            + ": "
            + difference.message()
            + "; take it back, or make a new version with `waybill"
            + " schemas new-version "
            + type.name()
            + "`",
        checkout.subscribers(type.name(), version));
  }
}
