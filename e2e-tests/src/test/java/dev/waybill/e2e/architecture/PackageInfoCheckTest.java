package dev.waybill.e2e.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.e2e.project.ProjectTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A package that does not say what it owns, or is not null-marked, is found. */
class PackageInfoCheckTest {

  private static final String GOOD = "/** Owns a. */\n@NullMarked\npackage a;\n";

  private final Path root;

  PackageInfoCheckTest(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void acceptsPackagesThatSayWhatTheyOwn() throws IOException {
    write("m/src/main/java/a/package-info.java", GOOD);
    write("m/src/main/java/a/A.java", "");
    write("m/src/test/java/a/ATest.java", "");
    write("m/tests/src/test/java/a/AIT.java", "");

    assertThat(new PackageInfoCheck(new ProjectTree(root)).check()).isEmpty();
  }

  @Test
  void refusesPackagesThatDoNot() throws IOException {
    write("m/src/main/java/a/A.java", "");
    write("m/src/main/java/b/package-info.java", "/** Owns b. */\npackage b;\n");
    write("m/src/main/java/c/package-info.java", "@NullMarked\npackage c;\n");
    write("m/src/test/java/d/DTest.java", "");
    write("n/src/main/java/e/package-info.java", GOOD);
    write("m/src/main/java/e/E.java", "");

    assertThat(new PackageInfoCheck(new ProjectTree(root)).check())
        .containsExactly(
            "m/src/main/java/a has no package-info.java",
            "m/src/main/java/b/package-info.java is not @NullMarked",
            "m/src/main/java/c/package-info.java does not say what the package owns",
            "m/src/main/java/e has no package-info.java",
            "m/src/test/java/d has no package-info.java");
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
