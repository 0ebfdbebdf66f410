package dev.waybill.contract.check;

import java.util.ArrayList;
import java.util.List;

/** Judges a checkout by every rule. */
public final class ContractCheck {

  private static final List<Rule> RULES =
      List.of(
          new SchemasAreSchemas(),
          new ExamplesHold(),
          new VersionsAreAccountedFor(),
          new ReleasedSchemasStay(),
          new GoldensHold(),
          new FieldsAreClassified(),
          new AbsenceHasAMeaning(),
          new SubscribedVersionsExist(),
          new ClearancesCoverFields(),
          new DeliveriesAreSpecified(),
          new HorizonsFitRetries(),
          new RunbooksExist(),
          new BestEffortIsDeclared());

  private ContractCheck() {}

  /** All breaches, those of files that cannot be read first. */
  public static List<Breach> check(Checkout checkout) {
    List<Breach> breaches = new ArrayList<>(checkout.unreadable());
    RULES.forEach(rule -> breaches.addAll(rule.check(checkout)));
    return List.copyOf(breaches);
  }
}
