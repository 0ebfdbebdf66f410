package dev.waybill.e2e.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.waybill.e2e.project.ProjectTree;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The code of this project keeps its rules. */
class ArchitectureTest {

  private static final String BASE = "dev.waybill";

  /** Each module on this module's class path and the modules that its main code may use. */
  private static final Map<String, Set<String>> DIRECTIONS =
      Map.ofEntries(
          Map.entry("contract", Set.of()),
          Map.entry("outbox", Set.of("contract")),
          Map.entry("workqueue", Set.of()),
          Map.entry("access", Set.of()),
          Map.entry("activity", Set.of("contract", "outbox", "access", "handler")),
          Map.entry("relay", Set.of("contract", "workqueue", "access")),
          Map.entry("handler", Set.of("contract", "workqueue", "access")),
          Map.entry("timeline", Set.of("contract", "handler", "access")),
          Map.entry("dashboard", Set.of("contract", "handler", "access")),
          Map.entry("notification", Set.of("contract", "handler", "access")),
          Map.entry("cli", Set.of("contract")),
          Map.entry("local", Set.of()),
          Map.entry("testsupport", Set.of("contract", "local")),
          Map.entry("lab", Set.of("contract", "handler", "local", "cli")));

  /** Packages that decide and do not act. */
  private static final Set<String> DECISIONS =
      Set.of(
          "dev.waybill.activity.domain",
          "dev.waybill.cli.plan",
          "dev.waybill.contract.check",
          "dev.waybill.contract.compatibility",
          "dev.waybill.contract.delivery",
          "dev.waybill.contract.version",
          "dev.waybill.handler.batch",
          "dev.waybill.handler.position",
          "dev.waybill.handler.retry",
          "dev.waybill.handler.state",
          "dev.waybill.local.history",
          "dev.waybill.relay.ledger",
          "dev.waybill.relay.record",
          "dev.waybill.relay.routing",
          "dev.waybill.workqueue.retry",
          "dev.waybill.workqueue.shape");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(BASE);

  @Test
  void packagesFormNoCycles() {
    ArchitectureRules.noPackageCycles(BASE).check(CLASSES);
  }

  @Test
  void decisionsKnowNoSpringKafkaJdbcOrDebezium() {
    ArchitectureRules.decisionsArePlainJava(DECISIONS.toArray(String[]::new)).check(CLASSES);
  }

  @Test
  void everyPackageThatSaysItIsPlainJavaIsHeldToIt() {
    assertThat(DECISIONS).containsAll(PlainJavaPackages.in(ProjectTree.current()));
  }

  @Test
  void contractKnowsNoSpring() {
    ArchitectureRules.freeOfSpring(BASE + ".contract").check(CLASSES);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void modulesDependOneWay(String module) {
    Set<String> allowed = Objects.requireNonNull(DIRECTIONS.get(module));

    ArchitectureRules.moduleUsesOnly(BASE, module, allowed).check(CLASSES);
  }

  @Test
  void everyClassBelongsToAModuleWithDirections() {
    ArchitectureRules.everyClassBelongsToAModule(BASE, DIRECTIONS).check(CLASSES);
  }

  /** So nothing that answers a request can reach Kafka. */
  @Test
  void onlyTheStepsOfTheActivityServiceKnowHandlersAndKafka() {
    ArchitectureRules.onlyPackageKnows(
            BASE + ".activity", "step", BASE + ".handler..", "org.apache.kafka..")
        .check(CLASSES);
  }

  @Test
  void packagesAreNamedByCapability() {
    ArchitectureRules.packagesAreNamedByCapability().check(CLASSES);
  }

  @Test
  void everyPackageSaysWhatItOwnsAndIsNullMarked() {
    assertThat(new PackageInfoCheck(ProjectTree.current()).check()).isEmpty();
  }

  static Stream<String> modules() {
    return DIRECTIONS.keySet().stream().sorted();
  }
}
