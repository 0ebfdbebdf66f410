package dev.waybill.relay.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.relay.ledger.Coverage.CoveringBatch;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoverageTest {

  /** The sequence began again: each number was given twice. */
  private final Coverage twice =
      new Coverage(
          List.of(
              new CoveringBatch(SeqSet.range(1, 10), span(100, 120)),
              new CoveringBatch(SeqSet.range(1, 5), span(200, 210))));

  @Test
  void tellsMessagesOfOneNumberApartByWhenTheyWereStaged() {
    assertThat(twice.holds(3, at(110))).isTrue();
    assertThat(twice.holds(3, at(205))).isTrue();
    assertThat(twice.holds(7, at(110))).isTrue();

    assertThat(twice.holds(7, at(220))).as("given again").isFalse();
    assertThat(twice.holds(3, at(150))).as("older than what was published first").isFalse();
    assertThat(twice.holds(12, at(110))).as("another number").isFalse();
  }

  @Test
  void holdsTheFirstAndTheLastOfABatch() {
    assertThat(twice.holds(9, at(100))).isTrue();
    assertThat(twice.holds(9, at(120))).isTrue();
    assertThat(twice.holds(9, at(121))).isFalse();
    assertThat(twice.holds(9, at(99))).isFalse();
  }

  @Test
  void goesByTheNumberAloneWhereATimeIsNotKnown() {
    Coverage timeless = new Coverage(List.of(new CoveringBatch(SeqSet.range(1, 3), null)));
    assertThat(timeless.holds(2, at(500))).isTrue();
    assertThat(timeless.holds(3, at(500))).isFalse();
    assertThat(twice.holds(7, null)).isTrue();
  }

  @Test
  void spansFromTheFirstToTheLast() {
    assertThat(StagedSpan.of(List.of(at(7), at(3), at(5)))).contains(span(3, 7));
    assertThat(StagedSpan.of(List.of())).isEmpty();
  }

  @Test
  void hasTheNumbersOfAllItsBatches() {
    assertThat(twice.numbers()).isEqualTo(SeqSet.range(1, 10));
    assertThat(new Coverage(List.of()).numbers()).isEqualTo(SeqSet.empty());
  }

  private static Instant at(long second) {
    return Instant.ofEpochSecond(second);
  }

  private static StagedSpan span(long from, long through) {
    return new StagedSpan(at(from), at(through));
  }
}
