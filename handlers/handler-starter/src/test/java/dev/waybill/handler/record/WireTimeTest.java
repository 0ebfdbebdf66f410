package dev.waybill.handler.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a header says, it means what the platform's own parser says it means. */
class WireTimeTest {

  private static final long YEAR_0 = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
  private static final long YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z").getEpochSecond();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-01T00:00:00.000000Z",
        "2026-12-31T23:59:59Z",
        "2026-12-31T23:59:59.1Z",
        "2026-12-31T23:59:59.000000001Z",
        "2026-12-31T23:59:59.999999999Z",
        "2024-02-29T12:00:00.5Z",
        "2000-02-29T12:00:00.25Z",
        "1969-12-31T23:59:59.75Z",
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999Z",
        // Not the usual form, and times all the same.
        "2026-03-01T24:00:00Z",
        "2026-06-30T23:59:60Z",
        "2026-03-01T09:15:30+01:00",
        "-0001-01-01T00:00:00Z",
        "+10000-01-01T00:00:00Z",
        "2026-03-01t08:15:30z"
      })
  void readsWhatTheParserReads(String text) {
    assertThat(WireTime.parse(text)).isEqualTo(Instant.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Z",
        "2026-03-01T08:15:30",
        "2026-02-29T08:15:30Z",
        "1900-02-29T08:15:30Z",
        "2026-04-31T08:15:30Z",
        "2026-00-01T08:15:30Z",
        "2026-13-01T08:15:30Z",
        "2026-03-00T08:15:30Z",
        "2026-03-32T08:15:30Z",
        "2026-03-01T25:15:30Z",
        "2026-03-01T08:60:30Z",
        "2026-03-01T08:15:61Z",
        "2026-03-01T08:15:30.Z.Z",
        "2026-03-01T08:15:30.0000000001Z",
        "2026-03-01T08:15:30.00 00Z",
        "2026-03-01T08:15:30x00Z",
        "2026-03-01 08:15:30Z",
        "2026/03/01T08:15:30Z",
        "2026-03-01T08:15:3\u0660Z"
      })
  void refusesWhatTheParserRefuses(String text) {
    assertThatThrownBy(() -> Instant.parse(text)).isInstanceOf(DateTimeParseException.class);
    assertThatThrownBy(() -> WireTime.parse(text)).isInstanceOf(DateTimeParseException.class);
  }

  @Test
  void readsEveryTimeThatIsWritten() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      long second = random.nextLong(YEAR_0, YEAR_10000);
      Instant time = Instant.ofEpochSecond(second, random.nextInt(1_000_000) * 1_000L);
      assertThat(WireTime.parse(DateTimeFormatter.ISO_INSTANT.format(time))).isEqualTo(time);
    }
  }
}
