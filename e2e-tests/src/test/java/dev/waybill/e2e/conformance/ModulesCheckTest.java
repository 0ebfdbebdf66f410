package dev.waybill.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.e2e.project.ProjectTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project that the build leaves out is found. */
class ModulesCheckTest {

  private final Path root;

  ModulesCheckTest(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void acceptsProjectsThatTheBuildNames() throws IOException {
    write("pom.xml", "<modules><module>a</module><module>a/tests</module></modules>");
    write("a/pom.xml", "");
    write("a/tests/pom.xml", "");

    assertThat(new ModulesCheck(new ProjectTree(root)).check()).isEmpty();
  }

  @Test
  void refusesAProjectThatTheBuildLeavesOut() throws IOException {
    write("pom.xml", "<modules><module>a</module></modules>");
    write("a/pom.xml", "");
    write("a/tests/pom.xml", "");

    assertThat(new ModulesCheck(new ProjectTree(root)).check()).containsExactly("a/tests");
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
