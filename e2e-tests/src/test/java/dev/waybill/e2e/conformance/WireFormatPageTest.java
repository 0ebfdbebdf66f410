package dev.waybill.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.e2e.project.ProjectTree;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page for consumers lists the headers that the code knows, and no others. */
class WireFormatPageTest {

  @Test
  void listsEveryHeaderAndNoOther() {
    String page = ProjectTree.current().read("docs/reference/wire-format.md");

    List<String> listed =
        page.lines()
            .filter(line -> line.startsWith("| `"))
            .map(line -> MarkdownFile.code(line).get(0))
            .toList();

    assertThat(listed).containsExactlyInAnyOrderElementsOf(headers());
  }

  private static List<String> headers() {
    return Arrays.stream(WireHeaders.class.getFields())
        .filter(field -> Modifier.isStatic(field.getModifiers()))
        .map(WireFormatPageTest::text)
        .toList();
  }

  private static String text(Field constant) {
    try {
      return String.valueOf(constant.get(null));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
