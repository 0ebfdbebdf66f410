package dev.waybill.e2e.conformance;

import dev.waybill.e2e.conformance.ConformanceTable.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Holds the conformance table to the list of ids and to the source tree.
 *
 * @param ids every id that must have exactly one row
 * @param tests the tests that the build runs
 * @param places whether a text names something that can enforce: a main type or a file
 */
record ConformanceCheck(List<String> ids, TestIndex tests, Predicate<String> places) {

  static final String NONE = "–";
  private static final String SUBSTITUTE = "nearest substitute: ";

  List<Finding> check(ConformanceTable table) {
    List<Finding> findings = new ArrayList<>(table.malformed());
    Map<String, Integer> seen = new HashMap<>();
    for (Row row : table.rows()) {
      Integer earlier = seen.putIfAbsent(row.id(), row.line());
      if (earlier != null) {
        findings.add(at(table, row, "doubled, first in line " + earlier));
      } else if (!ids.contains(row.id())) {
        findings.add(at(table, row, "is not in the list of ids"));
      }
      problems(row).forEach(problem -> findings.add(at(table, row, problem)));
    }
    ids.stream()
        .filter(id -> !seen.containsKey(id))
        .forEach(id -> findings.add(new Finding(table.file(), 0, id + " has no row")));
    return findings;
  }

  private List<String> problems(Row row) {
    if (row.cells().contains("")) {
      return List.of("has an empty cell; write " + NONE + " for nothing");
    }
    Optional<RowState> state = RowState.of(row.state());
    if (state.isEmpty()) {
      return List.of("has the unknown state '" + row.state() + "'");
    }
    List<String> problems = new ArrayList<>(evidenceProblems(row, state.get()));
    if (state.get().needsRemark() == row.open().equals(NONE)) {
      problems.add(
          "is "
              + row.state()
              + ", so 'still open' must "
              + (state.get().needsRemark() ? "say what" : "be " + NONE));
    }
    if (state.get() == RowState.NOT_RUN_HERE && !row.open().startsWith(SUBSTITUTE)) {
      problems.add("must name what runs instead as '" + SUBSTITUTE + "…'");
    }
    return problems;
  }

  private List<String> evidenceProblems(Row row, RowState state) {
    List<String> places = MarkdownFile.code(row.enforcedBy());
    List<String> shown = MarkdownFile.code(row.shownBy());
    List<String> problems = new ArrayList<>();
    if (state.needsEvidence() && (places.isEmpty() || shown.isEmpty())) {
      problems.add("is " + row.state() + " without a place that enforces it and a test");
    }
    if (!state.needsEvidence() && !(places.isEmpty() && shown.isEmpty())) {
      problems.add("is " + row.state() + " and yet names evidence");
    }
    places.stream()
        .filter(place -> !places().test(place))
        .forEach(place -> problems.add("names a place that does not exist: " + place));
    shown.forEach(text -> testProblem(text).ifPresent(problems::add));
    return problems;
  }

  private Optional<String> testProblem(String text) {
    TestReference reference = TestReference.parse(text);
    return reference == null
        ? Optional.of("'" + text + "' is not Class or Class#method")
        : tests.problemWith(reference);
  }

  private static Finding at(ConformanceTable table, Row row, String problem) {
    return new Finding(table.file(), row.line(), row.id() + " " + problem);
  }
}
