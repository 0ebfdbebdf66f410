package dev.waybill.e2e.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.e2e.project.ProjectTree;
import dev.waybill.e2e.settings.KnownSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whoever is sent to a runbook finds it, with the section, and settings that exist. */
class RunbooksTest {

  /** A page that a log line, an error or an answer names, perhaps with a section of it. */
  private static final Pattern NAMED =
      Pattern.compile(
          "runbooks/([a-z-]+)\\.md(?:, section '([^']+)'|, \\\\\"([^\"\\\\]+)\\\\\"|#([a-z-]+))?");

  private static final Pattern FIELD =
      Pattern.compile("^ *runbook: *([a-z-]+)$", Pattern.MULTILINE);
  private static final Pattern SETTING =
      Pattern.compile("waybill\\.(?:access|activity|outbox|relay|handler)\\.[a-z0-9.-]*[a-z0-9]");

  /** Given to the build by hand, to run tests for longer. */
  private static final Set<String> OF_TESTS =
      Set.of(
          "waybill.handler.crash-rounds",
          "waybill.handler.order-messages",
          "waybill.outbox.stager-seconds",
          "waybill.relay.outage-seconds",
          "waybill.relay.overlap-rounds");

  private final ProjectTree tree = ProjectTree.current();

  @Test
  void existForEverybodyWhoIsSentThere() {
    Set<String> missing = new TreeSet<>();
    for (Path source : tree.mainSources()) {
      // A line of the log may be put together from several lines of code.
      String text = tree.read(source).replaceAll("\"\\s*\\+\\s*\"", "");
      NAMED
          .matcher(text)
          .results()
          .filter(named -> !exists(named.group(1), section(named)))
          .forEach(named -> missing.add(tree.relative(source) + ": " + named.group()));
    }
    for (Path file : files("schemas", ".yaml")) {
      FIELD
          .matcher(tree.read(file))
          .results()
          .filter(named -> !exists(named.group(1), null))
          .forEach(named -> missing.add(tree.relative(file) + ": " + named.group(1)));
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void areAllInTheIndex() {
    String index = tree.read("runbooks/README.md");

    assertThat(files("runbooks", ".md"))
        .map(file -> String.valueOf(file.getFileName()))
        .filteredOn(name -> !name.equals("README.md"))
        .allSatisfy(name -> assertThat(index).contains("](" + name + ")"));
  }

  @Test
  void nameOnlySettingsThatExistAsGuidesAndTheReadmeDo() throws IOException {
    Set<String> known = KnownSettings.names();
    Set<String> unknown = new TreeSet<>();
    Stream.of(
            files("runbooks", ".md"),
            files("docs/guides", ".md"),
            List.of(
                tree.root().resolve("README.md"),
                tree.root().resolve("CONTRIBUTING.md"),
                tree.root().resolve("docs/security-and-operations.md")))
        .flatMap(List::stream)
        .forEach(
            page ->
                SETTING
                    .matcher(tree.read(page))
                    .results()
                    .map(MatchResult::group)
                    .filter(name -> !OF_TESTS.contains(name))
                    .filter(name -> known.stream().noneMatch(one -> fits(name, one)))
                    .forEach(name -> unknown.add(tree.relative(page) + ": " + name)));

    assertThat(unknown).isEmpty();
  }

  /** A page also names a group of settings, and members of a map by the map's name. */
  private static boolean fits(String name, String known) {
    return known.equals(name) || known.startsWith(name + ".") || name.startsWith(known + ".");
  }

  private static @Nullable String section(MatchResult named) {
    for (int group = 2; group <= named.groupCount(); group++) {
      if (named.group(group) != null) {
        return named.group(group).replace('-', ' ');
      }
    }
    return null;
  }

  private boolean exists(String name, @Nullable String section) {
    Path page = tree.root().resolve("runbooks").resolve(name + ".md");
    return Files.exists(page)
        && (section == null
            || tree.read(page)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.toLowerCase(Locale.ROOT))
                .anyMatch(line -> line.contains(section.toLowerCase(Locale.ROOT))));
  }

  private List<Path> files(String folder, String end) {
    try (Stream<Path> files = Files.walk(tree.root().resolve(folder))) {
      return files
          .filter(file -> file.toString().endsWith(end) && !file.toString().contains("/target/"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
