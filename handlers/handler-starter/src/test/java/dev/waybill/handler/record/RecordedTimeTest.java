package dev.waybill.handler.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No message fails for its recorded time, and no minute gets one that is not its own. */
class RecordedTimeTest {

  @ParameterizedTest
  @CsvSource({
    "2026-03-01T08:15:30.200000Z, 2026-03-01T08:15:30.200Z",
    "2026-03-01T09:15:30+01:00, 2026-03-01T08:15:30Z",
    // Rounded up it would be in the next minute.
    "2026-03-01T08:15:59.999999999Z, 2026-03-01T08:15:59.999999Z",
    "9999-12-31T23:59:59.999999999Z, 9999-12-31T23:59:59.999999Z"
  })
  void readsWhatTheWriterHas(String text, Instant time) {
    assertThat(of(text)).isEqualTo(time);
  }

  /** The last ones are times that the database, or RFC 3339, does not know. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2026-03-01",
        "2026-03-01T08:15:30",
        "+10000-01-01T00:00:00Z",
        "0000-12-31T23:59:59Z",
        "+999999999-12-31T23:59:59Z"
      })
  void knowsNothingOfAnyOtherText(String text) {
    assertThat(of(text)).isNull();
  }

  @Test
  void knowsNothingWhereThereIsNoHeaderOrNoValue() {
    assertThat(RecordedTime.of(record())).isNull();
    assertThat(RecordedTime.of(record(new RawHeader("ce_recordedtime", null)))).isNull();
    assertThat(RecordedTime.of(record(new RawHeader("ce_recordedtime", new byte[] {-1, 0}))))
        .isNull();
  }

  private static @Nullable Instant of(String text) {
    return RecordedTime.of(record(RawHeader.text("ce_recordedtime", text)));
  }

  private static RawRecord record(RawHeader... headers) {
    return new RawRecord(null, "{}".getBytes(StandardCharsets.UTF_8), List.of(headers));
  }
}
