package dev.waybill.relay.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DaysAheadAlarmTest {

  private final DaysAheadAlarm alarm = new DaysAheadAlarm(7);

  @Test
  void saysItOnceForEachDayThatIsLost() {
    assertThat(alarm.take(14)).isFalse();
    assertThat(alarm.take(7)).isFalse();

    assertThat(alarm.take(6)).isTrue();
    assertThat(alarm.take(6)).isFalse();
    assertThat(alarm.take(5)).isTrue();

    assertThat(alarm.take(14)).isTrue();
    assertThat(alarm.take(14)).isFalse();
    assertThat(alarm.take(6)).isTrue();
  }

  @Test
  void countsFewerThanTheBound() {
    assertThat(alarm.tooFew(6)).isTrue();
    assertThat(alarm.tooFew(7)).isFalse();
  }
}
