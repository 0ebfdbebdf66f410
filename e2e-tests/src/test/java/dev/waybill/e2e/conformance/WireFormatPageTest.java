package dev.waybill.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.wire.DeadLetterHeaders;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.e2e.project.ProjectTree;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page for consumers lists the headers that the code knows, and no others. */
class WireFormatPageTest {

  private static final String DEAD_LETTERS = "\n## Dead letters\n";

  private final String page = ProjectTree.current().read("docs/reference/wire-format.md");

  @Test
  void listsEveryHeaderAndNoOther() {
    assertThat(listed(page.substring(0, page.indexOf(DEAD_LETTERS))))
        .containsExactlyInAnyOrderElementsOf(texts(WireHeaders.class));
  }

  @Test
  void listsEveryHeaderOfADeadLetterAndNoOther() {
    List<String> headers = new ArrayList<>(texts(DeadLetterHeaders.class));
    headers.remove(DeadLetterHeaders.PREFIX);

    assertThat(listed(page.substring(page.indexOf(DEAD_LETTERS))))
        .containsExactlyInAnyOrderElementsOf(headers);
  }

  /** The first cells of the rows that begin with a name. */
  private static List<String> listed(String part) {
    return part.lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> MarkdownFile.code(line).get(0))
        .toList();
  }

  private static List<String> texts(Class<?> constants) {
    return Arrays.stream(constants.getFields())
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
