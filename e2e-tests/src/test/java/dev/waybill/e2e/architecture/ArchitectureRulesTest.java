package dev.waybill.e2e.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule fires on a fixture that breaks it. */
class ArchitectureRulesTest {

  private static final String FIXTURES = "dev.waybill.e2e.architecture.fixtures";
  private static final String MODULES = FIXTURES + ".modules";

  @Test
  void findsAPackageCycle() {
    String base = FIXTURES + ".cycle";

    assertBroken(ArchitectureRules.noPackageCycles(base), base, "Cycle detected");
  }

  @ParameterizedTest
  @ValueSource(strings = {"spring", "kafka", "jdbc", "debezium"})
  void findsADecisionThatKnowsTheOutsideWorld(String fixture) {
    String base = FIXTURES + "." + fixture;

    assertBroken(ArchitectureRules.decisionsArePlainJava(base + ".."), base, ".decision.Uses");
  }

  @Test
  void findsEveryDoorToADatabase() {
    String base = FIXTURES + ".jdbc";
    ArchRule rule = ArchitectureRules.decisionsArePlainJava(base + "..");

    assertBroken(rule, base, "UsesJdbc");
    assertBroken(rule, base, "UsesDataSource");
  }

  @Test
  void findsSpringWhereNoneMayBe() {
    assertBroken(ArchitectureRules.freeOfSpring(MODULES + ".contract"), MODULES, "KnowsSpring");
  }

  @Test
  void findsAModuleThatUsesOneItMayNot() {
    ArchRule rule = ArchitectureRules.moduleUsesOnly(MODULES, "relay", Set.of("contract"));

    assertBroken(rule, MODULES, "KnowsOutbox");
  }

  @Test
  void acceptsAModuleThatUsesOneItMay() {
    ArchRule rule = ArchitectureRules.moduleUsesOnly(MODULES, "relay", Set.of("outbox"));

    assertThat(rule.evaluate(imported(MODULES)).hasViolation()).isFalse();
  }

  @Test
  void findsAPackageThatKnowsWhatOnlyAnotherMay() {
    ArchRule rule = ArchitectureRules.onlyPackageKnows(MODULES, "contract", MODULES + ".outbox..");

    assertBroken(rule, MODULES, "KnowsOutbox");
  }

  @Test
  void findsAClassOutsideOfEveryModule() {
    ArchRule rule =
        ArchitectureRules.everyClassBelongsToAModule(MODULES, Map.of("relay", "", "contract", ""));

    assertBroken(rule, MODULES, "Staging");
  }

  @ParameterizedTest
  @ValueSource(strings = {"util", "common", "core", "dto", "service", "config"})
  void findsAPackageNamedForAKind(String kind) {
    assertBroken(
        ArchitectureRules.packagesAreNamedByCapability(), FIXTURES + ".kinds", "kinds." + kind);
  }

  private static void assertBroken(ArchRule rule, String importedPackage, String detail) {
    assertThat(rule.evaluate(imported(importedPackage)).getFailureReport().toString())
        .contains(detail);
  }

  private static JavaClasses imported(String name) {
    return new ClassFileImporter().importPackages(name);
  }
}
