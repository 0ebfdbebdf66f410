package dev.waybill.outbox.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The code on the guide's page is the code that {@link GuideIT} runs: each block of Java, YAML or
 * SQL is a marked region of it, and each marked region is on the page.
 */
class GuidePageTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "guides", "add-durable-messages.md");
  private static final Path CONTRACT =
      Path.of("src", "test", "resources", "META-INF", "waybill", "events", "basket.paid");
  private static final List<Path> SOURCES =
      List.of(
          Path.of("src", "test", "java", "dev", "waybill", "outbox", "guide"),
          Path.of("src", "test", "resources", "guide"),
          CONTRACT);
  private static final Path BOM = Path.of("..", "..", "bom", "pom.xml");

  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern REGION =
      Pattern.compile(
          "^ *(?://|#|--) guide: (?!end)[^\\n]*\\n(.*?)^ *(?://|#|--) guide: end$",
          Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");

  @Test
  void showsExactlyTheCodeThatRuns() {
    List<String> blocks = blocks(Set.of("java", "yaml", "sql"));

    assertThat(blocks).isNotEmpty().containsExactlyInAnyOrderElementsOf(regions());
  }

  /** JSON has no comments to mark regions with. */
  @Test
  void showsTheContractsFilesWhole() {
    assertThat(blocks(Set.of("json")))
        .containsExactly(
            plain(text(CONTRACT.resolve("v1.schema.json"))),
            plain(text(CONTRACT.resolve("v1.example.json"))));
  }

  @Test
  void namesOnlyArtifactsThatTheBomHas() {
    String bom = text(BOM);

    assertThat(blocks(Set.of("xml")))
        .singleElement()
        .satisfies(
            block ->
                assertThat(ARTIFACT.matcher(block).results().map(found -> found.group(1)))
                    .isNotEmpty()
                    .allMatch(name -> bom.contains("<artifactId>" + name + "</artifactId>")));
  }

  private static List<String> blocks(Set<String> languages) {
    return BLOCK
        .matcher(text(PAGE))
        .results()
        .filter(block -> languages.contains(block.group(1)))
        .map(block -> plain(block.group(2)))
        .toList();
  }

  private static List<String> regions() {
    List<String> regions = new ArrayList<>();
    SOURCES.stream()
        .flatMap(GuidePageTest::files)
        .filter(file -> !file.endsWith("GuidePageTest.java"))
        .forEach(
            file -> {
              Matcher region = REGION.matcher(text(file));
              while (region.find()) {
                regions.add(plain(region.group(1)));
              }
            });
    return regions;
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
