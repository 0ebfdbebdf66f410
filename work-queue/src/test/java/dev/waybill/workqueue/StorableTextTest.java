package dev.waybill.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StorableTextTest {

  @Test
  void keepsWhatCanBeStored() {
    assertThat(StorableText.of("closed today: ığüşöç \uD83D\uDCE6"))
        .isEqualTo("closed today: ığüşöç \uD83D\uDCE6");
  }

  @Test
  void replacesWhatCannotBeStored() {
    assertThat(StorableText.of("a\u0000b\uD800c\uDC00")).isEqualTo("a\uFFFDb\uFFFDc\uFFFD");
  }

  @Test
  void keepsTheBeginningOfALongTextWithoutCuttingACharacter() {
    String kept = StorableText.of("\uD83D\uDCE6".repeat(1_000_000));

    assertThat(kept).isEqualTo("\uD83D\uDCE6".repeat(StorableText.MOST));
  }
}
