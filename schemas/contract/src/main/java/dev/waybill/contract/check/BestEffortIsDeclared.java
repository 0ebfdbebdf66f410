package dev.waybill.contract.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A reaction or job whose loss is accepted says what happens on failure, which loss is accepted and
 * how to repeat it; and a type that is not durable is one that such a reaction reacts to.
 */
final class BestEffortIsDeclared implements Rule {

  private static final String RULE = "best-effort-is-declared";
  private static final Set<String> KINDS = Set.of("reaction", "job");

  @Override
  public List<Breach> check(Checkout checkout) {
    List<Breach> breaches = new ArrayList<>();
    checkout.declarations().forEach(declaration -> judge(checkout, declaration, breaches));
    for (CheckedType type : checkout.types()) {
      if (!type.contract().record().durable() && !isDeclared(checkout, type)) {
        breaches.add(
            new Breach(
                type.path("record.yaml"),
                "durable",
                RULE,
                "the type is best-effort and no file in best-effort declares what is lost with it: add"
                    + " one for the reaction"));
      }
    }
    return breaches;
  }

  private static boolean isDeclared(Checkout checkout, CheckedType type) {
    return checkout.declarations().stream()
        .anyMatch(one -> one.field(BestEffortDeclaration.TYPE).equals(Optional.of(type.name())));
  }

  private static void judge(
      Checkout checkout, BestEffortDeclaration declaration, List<Breach> breaches) {
    for (String name : BestEffortDeclaration.REQUIRED) {
      if (declaration.field(name).isEmpty()) {
        breaches.add(breach(declaration, name, name + " is missing"));
      }
    }
    Set<String> unknown = new TreeSet<>(declaration.fields().keySet());
    BestEffortDeclaration.REQUIRED.forEach(unknown::remove);
    unknown.remove(BestEffortDeclaration.TYPE);
    unknown.forEach(name -> breaches.add(breach(declaration, name, "unknown field")));
    declaration
        .field("kind")
        .filter(kind -> !KINDS.contains(kind))
        .ifPresent(
            kind ->
                breaches.add(breach(declaration, "kind", "'" + kind + "' is not reaction or job")));
    declaration
        .field(BestEffortDeclaration.TYPE)
        .flatMap(type -> typeComplaint(checkout, type))
        .ifPresent(
            complaint -> breaches.add(breach(declaration, BestEffortDeclaration.TYPE, complaint)));
  }

  private static Optional<String> typeComplaint(Checkout checkout, String name) {
    Optional<CheckedType> type = checkout.type(name);
    if (type.isEmpty()) {
      return Optional.of("no contract of the type " + name + " can be read: add it to events");
    }
    return type.get().contract().record().durable()
        ? Optional.of(
            name
                + " is durable: its reactions are handlers with a subscription, or the record is"
                + " wrong")
        : Optional.empty();
  }

  private static Breach breach(BestEffortDeclaration declaration, String field, String message) {
    return new Breach(declaration.file(), field, RULE, message);
  }
}
