package dev.waybill.e2e.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rules as values, for one base package: {@code dev.waybill} in earnest, a fixture's package to
 * show that the rule fires.
 */
final class ArchitectureRules {

  private static final String[] OUTSIDE_WORLD = {
    "org.springframework..",
    "org.apache.kafka..",
    "java.sql..",
    "javax.sql..",
    "org.postgresql..",
    "io.debezium..",
  };

  private static final Set<String> KINDS =
      Set.of("util", "utils", "common", "core", "dto", "service", "services", "config");

  private ArchitectureRules() {}

  /** Every package is its own slice. */
  static ArchRule noPackageCycles(String base) {
    return slices()
        .matching(base + ".(**)")
        .should()
        .beFreeOfCycles()
        .because("a cycle makes two packages one");
  }

  /**
   * The core decisions.
   *
   * @param packages as ArchUnit writes them
   */
  static ArchRule decisionsArePlainJava(String... packages) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(OUTSIDE_WORLD)
        .because("what to drop, where to route and when to retry is decided without the outside");
  }

  /** One package tree free of Spring. */
  static ArchRule freeOfSpring(String tree) {
    return noClasses()
        .that()
        .resideInAPackage(tree + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.springframework..")
        .because("adopters use it from any framework");
  }

  /**
   * A module may use itself and the modules named for it, and nothing else of this project.
   *
   * @param allowed module name, the first package part after the base, to what it may use
   */
  static ArchRule moduleUsesOnly(String base, String module, Collection<String> allowed) {
    String[] trees =
        Stream.concat(Stream.of(module), allowed.stream())
            .map(name -> base + "." + name + "..")
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(base + "." + module + "..")
        .should()
        .onlyDependOnClassesThat(outside(base).or(resideInAnyPackage(trees)))
        .because("dependencies point one way");
  }

  /** Of a module's packages only one may use the others that are named. */
  static ArchRule onlyPackageKnows(String module, String part, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(module + "..")
        .and()
        .resideOutsideOfPackage(module + "." + part + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .because("only " + part + " is for that");
  }

  /** Every class belongs to a module that has a line in the table of directions. */
  static ArchRule everyClassBelongsToAModule(String base, Map<String, ?> modules) {
    String[] trees =
        modules.keySet().stream().map(name -> base + "." + name + "..").toArray(String[]::new);
    return classes().should().resideInAnyPackage(trees);
  }

  /** Packages are named for what they do. */
  static ArchRule packagesAreNamedByCapability() {
    return classes().should(haveNoPackagePartIn(KINDS)).because("packages are cut by capability");
  }

  private static DescribedPredicate<JavaClass> outside(String base) {
    return DescribedPredicate.not(resideInAnyPackage(base + "..")).as("are outside of %s", base);
  }

  private static ArchCondition<JavaClass> haveNoPackagePartIn(Set<String> names) {
    return new ArchCondition<>("have no package part in " + names) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean bad = Arrays.stream(type.getPackageName().split("\\.")).anyMatch(names::contains);
        events.add(new SimpleConditionEvent(type, !bad, type.getName()));
      }
    };
  }
}
