package dev.waybill.handler.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.handler.lookup.DeliveryPages;
import dev.waybill.handler.lookup.MinuteBook;
import dev.waybill.handler.state.DeliveryState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;

/** The page of the reference has the paths, parameters and bounds of the code, and no others. */
class HandlerApiPageTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "reference", "handler-api.md");
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| `((?:GET|POST) /waybill/[^`?]+)(?:\\?([^`]*))?` \\|", Pattern.MULTILINE);

  private final String page = read();

  @Test
  void listsEveryPathAndNoOther() {
    assertThat(rows().map(row -> row.group(1).replace("message id", "messageId")))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(HandlerController.class, DeliveryController.class)
                .flatMap(HandlerApiPageTest::paths)
                .toList());
  }

  @Test
  void listsTheParametersOfEachPath() {
    assertThat(parameters("GET /waybill/actions")).isEqualTo(Queries.ACTIONS);
    assertThat(parameters("GET /waybill/carried")).isEqualTo(Queries.CARRIED);
    assertThat(parameters("GET /waybill/deliveries")).isEqualTo(Queries.Page.PARAMETERS);
    assertThat(parameters("GET /waybill/handlers/{handler}/minutes"))
        .isEqualTo(Queries.Minutes.PARAMETERS);
  }

  @Test
  void namesTheStatesAndBoundsOfLists() {
    assertThat(page)
        .contains(
            "at most " + Queries.MOST + " in one answer",
            "at most " + Queries.Minutes.MOST + " minutes",
            "at most " + MinuteBook.MOST_UNTIMED + " are counted");
    assertThat(page.lines().filter(line -> line.startsWith("`state` is one of ")))
        .containsExactly("`state` is one of `" + String.join("`, `", DeliveryPages.STATES) + "`;");
    assertThat(Arrays.stream(MinuteList.Minute.class.getRecordComponents()).skip(1))
        .hasSize(DeliveryState.class.getPermittedSubclasses().length);
  }

  private List<String> parameters(String path) {
    return rows()
        .filter(row -> row.group(1).equals(path))
        .flatMap(row -> Arrays.stream(String.valueOf(row.group(2)).split("&")))
        .map(parameter -> parameter.replace("=", ""))
        .toList();
  }

  private Stream<MatchResult> rows() {
    return ROW.matcher(page).results();
  }

  private static Stream<String> paths(Class<?> controller) {
    String base = path(mapping(controller));
    return Arrays.stream(controller.getDeclaredMethods())
        .filter(method -> AnnotatedElementUtils.hasAnnotation(method, RequestMapping.class))
        .map(HandlerApiPageTest::mapping)
        .map(mapping -> mapping.method()[0] + " " + base + path(mapping));
  }

  private static RequestMapping mapping(AnnotatedElement element) {
    return Objects.requireNonNull(
        AnnotatedElementUtils.findMergedAnnotation(element, RequestMapping.class));
  }

  private static String path(RequestMapping mapping) {
    return mapping.path().length == 0 ? "" : mapping.path()[0];
  }

  private static String read() {
    try {
      return Files.readString(PAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
