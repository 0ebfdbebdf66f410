package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventVersion;
import java.util.List;

/** A schema is a JSON Schema: a misspelt type or a bound that is no number limits nothing. */
final class SchemasAreSchemas implements VersionRule {

  @Override
  public List<Breach> check(Checkout checkout, CheckedType type, EventVersion version) {
    return version.validateSchema().stream()
        .map(
            violation ->
                new Breach(
                    type.path(CheckedType.schemaFile(version.version())),
                    violation.field(),
                    "schema-is-schema",
                    violation.message()))
        .toList();
  }
}
