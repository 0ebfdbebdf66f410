package dev.waybill.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.e2e.project.ProjectTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dead relative links and dead anchors are found; quoted ones and other sites are not looked at.
 */
class LinkCheckTest {

  private final Path root;

  LinkCheckTest(@TempDir Path root) {
    this.root = root;
  }

  @BeforeEach
  void layATree() throws IOException {
    write("docs/there.md", "# The heading, with `code`\n\n# Twice\n\n# Twice\n");
  }

  @Test
  void acceptsLinksThatLeadSomewhere() throws IOException {
    write(
        "README.md",
        """
        # Top
        [file](docs/there.md) [folder](docs) [own](#top) [`code`](docs/there.md#the-heading-with-code)
        [second](docs/there.md#twice-1) [elsewhere](https://example.org/gone) `[quoted](gone.md)`
        ```
        [fenced](gone.md)
        ```
        """);

    assertThat(new LinkCheck(new ProjectTree(root)).check()).isEmpty();
  }

  @Test
  void refusesDeadLinksAndDeadAnchors() throws IOException {
    write(
        "docs/a.md",
        "\n[one](gone.md)\n[two](there.md#gone)\n[three](../../outside.md)\n[over two\nlines](gone.md)");

    assertThat(new LinkCheck(new ProjectTree(root)).check())
        .containsExactly(
            new Finding("docs/a.md", 2, "links to gone.md, which does not exist"),
            new Finding("docs/a.md", 3, "links to there.md#gone, which has no such heading"),
            new Finding("docs/a.md", 4, "links to ../../outside.md, which does not exist"),
            new Finding("docs/a.md", 5, "links to gone.md, which does not exist"));
  }

  @Test
  void leavesBuildOutputAlone() throws IOException {
    write("target/copy.md", "[one](gone.md)");

    assertThat(new LinkCheck(new ProjectTree(root)).check()).isEmpty();
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
