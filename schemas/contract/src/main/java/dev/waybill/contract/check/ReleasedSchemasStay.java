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
    if (!type.isReleased(number)) {
      return unlocked(checkout, type, number);
    }
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

  /** Whoever takes the released form away is not free to change the version. */
  private static List<Breach> unlocked(Checkout checkout, CheckedType type, int version) {
    boolean wasReleased =
        type.text(CheckedType.goldenFile(version)).isPresent()
            || checkout.released().of(type.name()).contains(version);
    return wasReleased
        ? List.of(
            new Breach(
                type.path(CheckedType.releasedFile(version)),
                "",
                RULE,
                "is missing, and the version was released: bring back the schema as it was released",
                checkout.subscribers(type.name(), version)))
        : List.of();
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
