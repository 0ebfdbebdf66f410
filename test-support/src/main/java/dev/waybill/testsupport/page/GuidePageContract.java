package dev.waybill.testsupport.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The code on a guide's page is code that a test runs: each block of Java, YAML or SQL is a region
 * that is marked in the sources, and each such region is on the page. Each module with a guide
 * extends this.
 */
public abstract class GuidePageContract {

  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern REGION =
      Pattern.compile(
          "^ *(?://|#|--) guide: (?!end)[^\\n]*\\n(.*?)^ *(?://|#|--) guide: end$",
          Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");

  private final String page;
  private final List<Path> sources;

  /**
   * @param name of the page, in {@code docs/guides}
   * @param sources folders with marked regions, seen from the module
   */
  protected GuidePageContract(String name, List<Path> sources) {
    this.page = text(ROOT.resolve("docs/guides").resolve(name));
    this.sources = List.copyOf(sources);
  }

  @Test
  void showsExactlyTheCodeThatRuns() {
    assertThat(blocks(Set.of("java", "yaml", "sql")))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(regions());
  }

  @Test
  void namesOnlyArtifactsThatTheBomHas() {
    String bom = text(ROOT.resolve("bom/pom.xml"));

    assertThat(blocks(Set.of("xml")))
        .singleElement()
        .satisfies(
            block ->
                assertThat(ARTIFACT.matcher(block).results().map(found -> found.group(1)))
                    .isNotEmpty()
                    .allMatch(name -> bom.contains("<artifactId>" + name + "</artifactId>")));
  }

  /** The page's blocks of some languages, in its order. */
  protected final List<String> blocks(Set<String> languages) {
    return BLOCK
        .matcher(page)
        .results()
        .filter(block -> languages.contains(block.group(1)))
        .map(block -> plain(block.group(2)))
        .toList();
  }

  /** A file as a block of the page has it. */
  protected static String whole(Path file) {
    return plain(text(file));
  }

  private List<String> regions() {
    return sources.stream()
        .flatMap(GuidePageContract::files)
        .flatMap(file -> REGION.matcher(text(file)).results())
        .map(region -> plain(region.group(1)))
        .toList();
  }

  /** Without what is common to all lines at the left, and blank lines around. */
  private static String plain(String code) {
    return code.stripTrailing().stripIndent().strip();
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
