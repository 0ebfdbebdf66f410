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

  private final ProjectTree tree = ProjectTree.current();
  private final TestIndex tests = TestIndex.of(tree);

  @Test
  void givesEveryIdOneRowWithEvidenceThatExists() {
    List<String> ids =
        tree.read("e2e-tests/src/test/resources/conformance-ids.txt").lines().toList();

    assertThat(new ConformanceCheck(ids, tests, this::isPlace).check(table("docs/conformance.md")))
        .isEmpty();
  }

  @Test
  void linksEveryGuaranteeToATestOrSaysPlanned() {
    assertThat(new GuaranteesCheck(GUARANTEES, tests).check(file("docs/guarantees.md"))).isEmpty();
  }

  @Test
  void buildsEveryModuleThatHoldsTests() {
    assertThat(new ModulesCheck(tree).check()).isEmpty();
  }

  @Test
  void resolvesEveryRelativeLink() {
    assertThat(new LinkCheck(tree).check()).isEmpty();
  }

  @Test
  void namesOnlyCommandsAndOptionsThatExist() {
    CommandLines declared = CommandLines.declaredIn(tree);

    assertThat(tree.markdown())
        .flatMap(path -> declared.check(tree.relative(path), tree.read(path)))
        .isEmpty();
  }

  private boolean isPlace(String name) {
    return Files.exists(tree.root().resolve(name)) || mainTypes().contains(name);
  }

  private Set<String> mainTypes() {
    return tree.mainSources().stream()
        .map(Path::getFileName)
        .map(Path::toString)
        .map(name -> name.replaceFirst("\\.java$", ""))
        .collect(Collectors.toSet());
  }

  private ConformanceTable table(String path) {
    return ConformanceTable.parse(file(path));
  }

  private MarkdownFile file(String path) {
    return new MarkdownFile(path, tree.read(path));
  }
}
