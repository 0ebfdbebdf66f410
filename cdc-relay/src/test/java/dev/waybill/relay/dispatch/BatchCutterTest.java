package dev.waybill.relay.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchCutterTest {

  @Test
  void cutsByCount() {
    assertThat(new BatchCutter(2, 100).cut(List.of(1, 2, 3, 4, 5), Integer::longValue))
        .containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
  }

  @Test
  void cutsByBytesAndLetsOneExceedThemAlone() {
    assertThat(new BatchCutter(10, 10).cut(List.of(4, 5, 6, 99, 1), Integer::longValue))
        .containsExactly(List.of(4, 5), List.of(6), List.of(99), List.of(1));
  }

  @Test
  void cutsNothingFromNothing() {
    assertThat(new BatchCutter(2, 2).cut(List.<Integer>of(), Integer::longValue)).isEmpty();
  }

  @Test
  void cutsWhereTheLedgersRecordWouldOutgrowItsTopic() {
    BatchCutter cutter = new BatchCutter(2_048, Long.MAX_VALUE);
    List<Integer> elements = Collections.nCopies(1_000, 1);
    List<List<Integer>> pieces = cutter.cut(elements, element -> 1, element -> 2_048);
    assertThat(pieces)
        .hasSize(4)
        .allSatisfy(piece -> assertThat(piece).hasSizeLessThanOrEqualTo(256));
  }
}
