package dev.waybill.e2e.conformance;

import dev.waybill.e2e.conformance.MarkdownFile.Line;
import dev.waybill.e2e.conformance.MarkdownFile.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds {@code docs/guarantees.md}, and {@code docs/readiness.md}, to the source tree: each
 * guarantee has its heading, and below it either a link to a test that runs or the word {@code
 * planned}. The text of a link to a Java test is the test's name.
 */
record GuaranteesCheck(List<String> guarantees, TestIndex tests) {

  private static final Pattern HEADING = Pattern.compile("## [0-9]+\\. (.+)");
  private static final Pattern PLANNED = Pattern.compile("\\bplanned\\b");

  List<Finding> check(MarkdownFile file) {
    List<Finding> findings = new ArrayList<>();
    List<Section> sections = sections(file);
    List<String> names = sections.stream().map(Section::name).toList();
    if (!names.equals(guarantees)) {
      findings.add(
          new Finding(file.name(), 0, "has the guarantees " + names + ", not " + guarantees));
    }
    for (Section section : sections) {
      boolean linked = section.links().stream().anyMatch(GuaranteesCheck::isTestLink);
      if (!linked && !section.planned()) {
        String problem = section.name() + " has neither a test nor the word planned";
        findings.add(new Finding(file.name(), section.line(), problem));
      }
    }
    for (Link link : file.links()) {
      if (isTestLink(link)) {
        problemWith(link)
            .ifPresent(problem -> findings.add(new Finding(file.name(), link.line(), problem)));
      }
    }
    return findings;
  }

  private Optional<String> problemWith(Link link) {
    TestReference reference = TestReference.parse(link.text());
    if (reference == null) {
      return Optional.of("'" + link.text() + "' is not Class or Class#method");
    }
    if (!link.target().endsWith("/" + reference.type() + ".java")) {
      return Optional.of(reference + " links to " + link.target());
    }
    return tests.problemWith(reference);
  }

  private static boolean isTestLink(Link link) {
    return link.target().contains("src/test/java/") && link.target().endsWith(".java");
  }

  private static List<Section> sections(MarkdownFile file) {
    List<Section> sections = new ArrayList<>();
    for (Line line : file.prose()) {
      Matcher heading = HEADING.matcher(line.text());
      if (heading.matches()) {
        sections.add(new Section(heading.group(1).strip(), line.number(), new ArrayList<>()));
      } else if (!sections.isEmpty()) {
        sections.get(sections.size() - 1).lines().add(line.text());
      }
    }
    return sections;
  }

  private record Section(String name, int line, List<String> lines) {

    List<Link> links() {
      return new MarkdownFile(name, String.join("\n", lines)).links();
    }

    boolean planned() {
      return lines.stream().anyMatch(line -> PLANNED.matcher(line).find());
    }
  }
}
