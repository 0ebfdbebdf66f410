package dev.waybill.benchmarks.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.waybill.benchmarks.handler.Passage.Failures;
import dev.waybill.benchmarks.measure.Progress;
import dev.waybill.benchmarks.report.Figure;
import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.report.Verdicts;
import dev.waybill.local.history.HistoryChecker;
import dev.waybill.local.history.Received;
import dev.waybill.local.history.TopicHistory;
import dev.waybill.local.history.Writes;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ResultsTest {

  private static final long SECOND = 1_000_000_000;

  private final Results results = new Results();

  @Test
  void comparesWithTheListenerOfTheSameRound() {
    results.add(Results.WAYBILL, passage(5_000, Failures.NONE));
    results.add(Results.PLAIN, passage(500, Failures.NONE));
    results.add(Results.FAILING, passage(2_000, new Failures(3, 3, 4)));
    results.add(Results.DUPLICATES, passage(50_000, Failures.NONE));

    Findings findings = results.findings(Map.of());

    assertThat(ratio(findings, "waybill_vs_plain_listener")).isCloseTo(10, within(0.01));
    assertThat(ratio(findings, "duplicate_vs_new")).isCloseTo(0.1, within(0.001));
    assertThat(ratio(findings, "with_one_failure_in_100_vs_plain_listener"))
        .isCloseTo(4, within(0.01));
    assertThat(findings.figures().toString())
        .contains("waybill-failing.first-to-last-that-was-held-up");
    assertThat(findings.verdicts()).isEqualTo(Verdicts.good());
  }

  @Test
  void hasNoRatioOfFailuresWithoutThem() {
    results.add(Results.WAYBILL, passage(5_000, Failures.NONE));
    results.add(Results.PLAIN, passage(500, Failures.NONE));
    results.add(Results.DUPLICATES, passage(50_000, Failures.NONE));

    assertThat(results.findings(Map.of()).ratios())
        .extracting(Figure::name)
        .containsExactly("waybill_vs_plain_listener", "duplicate_vs_new");
  }

  @Test
  void saysOfWhomItDoesNotBelieveTheFigures() {
    results.check(
        Results.PLAIN, new Passage(false, effects(1, 1), progress(1), new Failures(2, 1, 1)));
    results.add(Results.WAYBILL, passage(5_000, Failures.NONE));
    results.add(Results.PLAIN, passage(500, Failures.NONE));
    results.add(Results.DUPLICATES, passage(50_000, Failures.NONE));

    Findings findings = results.findings(Map.of());

    assertThat(findings.verdicts()).isEqualTo(new Verdicts(false, false, false));
    assertThat(findings.remarks())
        .anyMatch(remark -> remark.startsWith("plain-listener: effects: lost 0, doubled 1"))
        .anyMatch(remark -> remark.contains("2 messages were to fail, and only 1"))
        .anyMatch(remark -> remark.equals("plain-listener did not come to the end"));
  }

  private static Passage passage(long perSecond, Failures failures) {
    return new Passage(true, effects(1), progress(perSecond), failures);
  }

  private static Progress progress(long perSecond) {
    Progress progress = new Progress(0);
    progress.reached(SECOND, perSecond);
    progress.reached(2 * SECOND, 2 * perSecond);
    return progress;
  }

  /** The effects of one message, each time that it is named. */
  private static TopicHistory effects(int... messages) {
    Writes writes = new Writes();
    writes.committed(new UUID(0, 1), "key", 1);
    HistoryChecker checker = new HistoryChecker(writes, List.of("effects"));
    for (int i = 0; i < messages.length; i++) {
      checker.received(new Received("effects", 0, i, new UUID(0, messages[i])));
    }
    return checker.history().topics().get(0);
  }

  private static double ratio(Findings findings, String name) {
    return findings.ratios().stream()
        .filter(figure -> figure.name().equals(name))
        .findFirst()
        .orElseThrow()
        .value();
  }
}
