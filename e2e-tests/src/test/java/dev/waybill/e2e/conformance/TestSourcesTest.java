package dev.waybill.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A method counts as a test only when JUnit would run it. */
class TestSourcesTest {

  private final Path folder;

  TestSourcesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void readsTheTestsThatRun() throws IOException {
    assertThat(
            parse(
                """
                package any;
                class OneIT extends Base<String> {
                  @Test void plain() {}
                  @org.junit.jupiter.params.ParameterizedTest void many(int input) {}
                  @ArchTest static final ArchRule rule = null;
                  @Test @Disabled("flaky") void off() {}
                  void helper() {}
                  // @Test void commented() {}
                  @Nested class Inner { @Test void inside() {} }
                  @Nested @Disabled class Off { @Test void hidden() {} }
                  static class NotNested { @Test void unreachable() {} }
                }
                """))
        .containsExactly(
            new TestClass("OneIT", "Base", false, Set.of("plain", "many", "rule", "inside")));
  }

  @Test
  void seesADisabledClass() throws IOException {
    assertThat(parse("@Disabled class OffTest { @Test void plain() {} }"))
        .extracting(TestClass::disabled)
        .containsExactly(true);
  }

  private List<TestClass> parse(String source) throws IOException {
    return TestSources.parse(List.of(Files.writeString(folder.resolve("Source.java"), source)));
  }
}
