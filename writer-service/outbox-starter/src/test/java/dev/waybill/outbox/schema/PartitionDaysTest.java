package dev.waybill.outbox.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionDaysTest {

  private static final LocalDate TODAY = LocalDate.of(2026, 12, 30);

  @Test
  void countsTheDaysAfterTodayUpToTheFirstGap() {
    PartitionDays days =
        new PartitionDays(
            TODAY,
            List.of(
                "message_p20261229",
                "message_p20261230",
                "message_p20261231",
                "message_p20270101",
                "message_p20270103"));

    assertThat(days.hasToday()).isTrue();
    assertThat(days.ahead()).isEqualTo(2);
  }

  @Test
  void missesToday() {
    PartitionDays days = new PartitionDays(TODAY, List.of("message_p20261231"));

    assertThat(days.hasToday()).isFalse();
    assertThat(days.ahead()).isEqualTo(1);
  }
}
