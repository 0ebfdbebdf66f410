package dev.waybill.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.e2e.project.ProjectTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The documents of this project say nothing that its source tree does not hold. */
class ConformanceTest {

  private static final List<String> GUARANTEES =
      List.of(
          "Atomic",
          "Nothing lost",
          "Published exactly once",
          "Ordered",
          "Handled once in effect",
          "Isolated",
          "Traceable and accounted",
          "Bounded");

  private static final List<String> READINESS =
      List.of(
          "Every change arrives",
          "Each change counts once",
          "Changes of one thing come in order",
          "A failure is made good",
          "What cannot be made good is seen and can be replayed",
          "What a dead worker held comes back",
          "It can begin late and be restored");

  private static final ProjectTree TREE = ProjectTree.current();
  private static final TestIndex TESTS = TestIndex.of(TREE);
  private static final Set<String> MAIN_TYPES =
      TREE.mainSources().stream()
          .map(Path::getFileName)
          .map(Path::toString)
          .map(name -> name.replaceFirst("\\.java$", ""))
          .collect(Collectors.toSet());

  @Test
  void givesEveryIdOneRowWithEvidenceThatExists() {
    List<String> ids =
        TREE.read("e2e-tests/src/test/resources/conformance-ids.txt").lines().toList();

    assertThat(
            new ConformanceCheck(ids, TESTS, ConformanceTest::isPlace)
                .check(table("docs/conformance.md")))
        .isEmpty();
  }

  @Test
  void linksEveryGuaranteeToATestOrSaysPlanned() {
    assertThat(new GuaranteesCheck(GUARANTEES, TESTS).check(file("docs/guarantees.md"))).isEmpty();
  }

  @Test
  void linksEveryClaimOfReadinessToATest() {
    assertThat(new GuaranteesCheck(READINESS, TESTS).check(file("docs/readiness.md"))).isEmpty();
  }

  @Test
  void buildsEveryModuleThatHoldsTests() {
    assertThat(new ModulesCheck(TREE).check()).isEmpty();
  }

  @Test
  void resolvesEveryRelativeLink() {
    assertThat(new LinkCheck(TREE).check()).isEmpty();
  }

  @Test
  void namesOnlyCommandsAndOptionsThatExist() {
    CommandLines declared = CommandLines.declaredIn(TREE);

    assertThat(TREE.markdown())
        .flatMap(path -> declared.check(TREE.relative(path), TREE.read(path)))
        .isEmpty();
  }

  @Test
  void listsEveryCommandInTheReadme() {
    String readme = TREE.read("README.md");
    int start = readme.indexOf("\n## Commands\n");
    String section = readme.substring(start, readme.indexOf("\n## ", start + 1));

    assertThat(CommandLines.declaredIn(TREE).commands())
        .filteredOn(name -> !name.equals("waybill") && !section.contains("`" + name + "`"))
        .allMatch(name -> readme.contains("./waybill bench " + name));
  }

  @Test
  void showsEveryModuleOnTheMap() {
    String map = TREE.read("CONTRIBUTING.md");

    assertThat(TREE.poms())
        .map(Path::getParent)
        .map(TREE::relative)
        .filteredOn(folder -> !folder.isEmpty())
        .allMatch(folder -> map.contains("\n| `" + folder + "` |"));
  }

  private static boolean isPlace(String name) {
    return Files.exists(TREE.root().resolve(name)) || MAIN_TYPES.contains(name);
  }

  private ConformanceTable table(String path) {
    return ConformanceTable.parse(file(path));
  }

  private MarkdownFile file(String path) {
    return new MarkdownFile(path, TREE.read(path));
  }
}
