package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventVersion;
import dev.waybill.contract.check.SchemaMembers.Member;
import java.util.List;

/**
 * The description of an optional member says what its absence means. Only so may one be added to a
 * released version: messages of before are read under the meaning that is defined later.
 */
final class AbsenceHasAMeaning implements VersionRule {

  @Override
  public List<Breach> check(Checkout checkout, CheckedType type, EventVersion version) {
    return SchemaMembers.of(version).members().stream()
        .filter(Member::optional)
        .filter(member -> !member.schema().path("description").asString("").contains("Absent:"))
        .map(
            member ->
                new Breach(
                    type.path(CheckedType.schemaFile(version.version())),
                    member.pointer() + "/description",
                    "absence-has-a-meaning",
                    "member '"
                        + member.path()
                        + "' is optional and nothing says what its absence means: add \"Absent: …\" to"
                        + " its description",
                    checkout.subscribers(type.name(), version.version())))
        .toList();
  }
}
