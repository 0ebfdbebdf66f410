package dev.waybill.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every kind of bad conformance table is found, and a good one is left alone. */
class ConformanceCheckTest {

  private static final TestIndex TESTS =
      TestIndex.of(
          List.of(
              new TestClass("StageIT", "StageContract", false, Set.of("stages")),
              new TestClass("StageContract", null, false, Set.of("inherited")),
              new TestClass("EmptyIT", null, false, Set.of()),
              new TestClass("OffIT", null, true, Set.of("stages"))));

  private final ConformanceCheck check =
      new ConformanceCheck(List.of("B1"), TESTS, Set.of("Outbox")::contains);

  @ParameterizedTest
  @CsvSource({
    "delivered, `Outbox`, `StageIT#stages`, –",
    "delivered, `Outbox`, '`StageIT`, `StageIT#inherited`', –",
    "part, `Outbox`, `StageIT`, no audit yet",
    "planned, –, –, –",
    "not run here, –, –, nearest substitute: a SIGSTOP",
  })
  void acceptsARowThatNamesWhatItsStateNeeds(
      String state, String place, String tests, String open) {
    assertThat(findings(row("B1", state, place, tests, open))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          delivered;     `Outbox`; –;                         –;              without a place
          delivered;     –;        `StageIT`;                 –;              without a place
          delivered;     `Outbox`; `StageIT`;                 audit missing;  must be –
          delivered;     `Outbox`; `GoneIT`;                  –;              no test class GoneIT
          delivered;     `Outbox`; `StageIT#gone`;            –;              no test method StageIT#gone
          delivered;     `Outbox`; `StageContract`;           –;              is not run
          delivered;     `Outbox`; `OffIT`;                   –;              is disabled
          delivered;     `Outbox`; `EmptyIT`;                 –;              holds no test
          delivered;     `Outbox`; `some words`;              –;              is not Class or Class#method
          delivered;     `Gone`;   `StageIT`;                 –;              does not exist: Gone
          part;          `Outbox`; `StageIT`;                 –;              must say what
          planned;       `Outbox`; –;                         –;              yet names evidence
          planned;       –;        `StageIT`;                 –;              yet names evidence
          not run here;  –;        –;                         later;          nearest substitute
          soon;          –;        –;                         –;              unknown state 'soon'
          planned;       '';       –;                         –;              empty cell
          """)
  void refusesARowThatSaysMoreOrLessThanItMay(
      String state, String place, String tests, String open, String problem) {
    assertThat(findings(row("B1", state, place, tests, open)))
        .anySatisfy(finding -> assertThat(finding.problem()).contains(problem));
  }

  @Test
  void refusesAMissingRow() {
    assertThat(findings("no table at all"))
        .containsExactly(new Finding("page.md", 0, "B1 has no row"));
  }

  @Test
  void refusesADoubledRow() {
    String row = row("B1", "planned", "–", "–", "–");

    assertThat(findings(row + row))
        .containsExactly(new Finding("page.md", 2, "B1 doubled, first in line 1"));
  }

  @Test
  void refusesAnIdThatNobodyAskedFor() {
    assertThat(findings(row("B1", "planned", "–", "–", "–") + row("B99", "planned", "–", "–", "–")))
        .containsExactly(new Finding("page.md", 2, "B99 is not in the list of ids"));
  }

  @Test
  void refusesARowWithTheWrongNumberOfCells() {
    assertThat(findings("| B1 | planned |"))
        .contains(new Finding("page.md", 1, "row has 2 cells, not 6"));
  }

  private List<Finding> findings(String text) {
    return check.check(ConformanceTable.parse(new MarkdownFile("page.md", text)));
  }

  private static String row(String id, String state, String place, String tests, String open) {
    return "| " + String.join(" | ", id, "what", state, place, tests, open) + " |\n";
  }
}
