package dev.waybill.e2e.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.e2e.project.ProjectTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page for those who run Waybill has the rights, paths, roles and ports of the code alone. */
class SecurityPageTest {

  private static final Pattern BASE =
      Pattern.compile("@RequestMapping\\((?:path = )?\"(/[^\"]*)\"");
  private static final Pattern PATH =
      Pattern.compile("@(Get|Post|Put|Patch|Delete)Mapping(?:\\((?:path = )?\"([^\"]*)\")?");
  private static final Pattern ROLE =
      Pattern.compile("Role\\.of\\(\"([a-z-]+)\"|= of\\(\"([a-z-]+)\"");
  private static final Pattern PORT = Pattern.compile("^  port: (\\d+)$", Pattern.MULTILINE);
  private static final Pattern PATH_ROW =
      Pattern.compile(
          "^\\| `([A-Z]+ /[^`]+)` \\| (?:`([a-z-]+)`|any token) \\|", Pattern.MULTILINE);
  private static final Pattern ROLE_ROW =
      Pattern.compile("^\\| `([a-z-]+)` \\| ", Pattern.MULTILINE);
  private static final Pattern GRANT_ROW =
      Pattern.compile("^\\| `([a-z_.]+)` \\| ([A-Z, ]+) \\|", Pattern.MULTILINE);
  private static final Pattern PORT_ROW = Pattern.compile("^\\| (\\d+) \\|", Pattern.MULTILINE);

  private final ProjectTree tree = ProjectTree.current();
  private final String page = tree.read("docs/security-and-operations.md");

  @ParameterizedTest
  @CsvSource({
    "The writer, writer, writer-service/outbox-starter/src/main/resources/dev/waybill/outbox/migration",
    "The relay, relay, writer-service/outbox-starter/src/main/resources/dev/waybill/outbox/migration;cdc-relay/src/main/resources/dev/waybill/relay/migration",
    "A handler, handler, handlers/handler-starter/src/main/resources/dev/waybill/handler/migration",
  })
  void listsWhatEachRoleIsGranted(String heading, String role, String folders) {
    String migrations =
        Stream.of(folders.split(";"))
            .flatMap(folder -> files(tree.root().resolve(folder)))
            .map(tree::read)
            .collect(Collectors.joining("\n"));

    Map<String, String> listed =
        GRANT_ROW
            .matcher(section("### " + heading))
            .results()
            .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
    assertThat(listed).isNotEmpty().containsExactlyInAnyOrderEntriesOf(Grants.to(role, migrations));
  }

  @Test
  void listsEveryPathOfEveryServiceAndNoOther() {
    assertThat(PATH_ROW.matcher(page).results().map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            tree.mainSources().stream()
                .map(tree::read)
                .filter(source -> source.contains("@RestController"))
                .flatMap(SecurityPageTest::paths)
                .toList());
  }

  @Test
  void namesEveryRoleAndNoOther() {
    String tokens = section("## Tokens and roles");
    List<String> roles =
        tree.mainSources().stream()
            .map(tree::read)
            .flatMap(source -> ROLE.matcher(source).results())
            .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
            .distinct()
            .toList();

    assertThat(ROLE_ROW.matcher(tokens).results().map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(roles);
    assertThat(
            PATH_ROW
                .matcher(tokens)
                .results()
                .map(row -> row.group(2))
                .filter(role -> role != null))
        .isSubsetOf(roles);
  }

  @Test
  void listsThePortOfEveryService() {
    List<String> ports = new ArrayList<>();
    for (String module :
        List.of(
            "writer-service/activity-service",
            "cdc-relay",
            "handlers/timeline",
            "handlers/dashboard",
            "handlers/notification")) {
      PORT.matcher(tree.read(module + "/src/main/resources/application.yml"))
          .results()
          .map(port -> port.group(1))
          .forEach(ports::add);
    }

    assertThat(PORT_ROW.matcher(section("## Ports")).results().map(row -> row.group(1)))
        .containsExactlyElementsOf(ports);
  }

  private static Stream<String> paths(String source) {
    Matcher base = BASE.matcher(source);
    String prefix = base.find() ? base.group(1) : "";
    return PATH.matcher(source).results().map(mapping -> path(prefix, mapping));
  }

  private static String path(String prefix, MatchResult mapping) {
    String rest = mapping.group(2) == null ? "" : mapping.group(2);
    return mapping.group(1).toUpperCase(Locale.ROOT) + " " + prefix + rest;
  }

  /** From a heading to the next one of its level or above. */
  private String section(String heading) {
    int start = page.indexOf("\n" + heading + "\n");
    assertThat(start).as(heading).isNotNegative();
    String level = heading.substring(0, heading.indexOf(' '));
    Matcher next =
        Pattern.compile("^#{2," + level.length() + "} ", Pattern.MULTILINE)
            .matcher(page.substring(start + heading.length()));
    return next.find()
        ? page.substring(start, start + heading.length() + next.start())
        : page.substring(start);
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
