package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventVersion;
import java.util.List;
import java.util.Optional;

/**
 * Every released version has the payload that was its example when it was released, and the schema
 * of today still accepts it. Handlers read it in their builds.
 */
final class GoldensHold implements VersionRule {

  private static final String RULE = "golden-holds";

  @Override
  public List<Breach> check(Checkout checkout, CheckedType type, EventVersion version) {
    int number = version.version();
    if (!type.isReleased(number)) {
      return List.of();
    }
    List<String> subscribers = checkout.subscribers(type.name(), number);
    String file = CheckedType.goldenFile(number);
    Optional<String> golden = type.text(file);
    if (golden.isEmpty()) {
      return List.of(
          new Breach(
              type.path(file),
              "",
              RULE,
              "is missing: bring back the payload with which the version was released",
              subscribers));
    }
    return version.validate(golden.get()).stream()
        .map(
            violation ->
                new Breach(
                    type.path(file), violation.field(), RULE, violation.message(), subscribers))
        .toList();
  }
}
