package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventVersion;
import java.util.List;

/** The example of a version keeps to its schema. */
final class ExamplesHold implements VersionRule {

  @Override
  public List<Breach> check(Checkout checkout, CheckedType type, EventVersion version) {
    return version.validate(version.example()).stream()
        .map(
            violation ->
                new Breach(
                    type.path(CheckedType.exampleFile(version.version())),
                    violation.field(),
                    "example-holds",
                    violation.message()))
        .toList();
  }
}
