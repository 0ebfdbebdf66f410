package dev.waybill.handler.record;

import dev.waybill.contract.wire.WireHeaders;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * When a message was staged, as its record says. It is for the account of a minute alone, so a
 * record that does not say it is read like any other.
 */
public final class RecordedTime {

  /** The years of RFC 3339; the database takes some that are later, and not all. */
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  private RecordedTime() {}

  /** In whole microseconds, as the writer's database has it; null when it cannot be read. */
  public static @Nullable Instant of(RawRecord record) {
    for (RawHeader header : record.headers()) {
      byte[] value = header.value();
      if (header.name().equals(WireHeaders.RECORDED_TIME) && value != null) {
        return read(new String(value, StandardCharsets.UTF_8));
      }
    }
    return null;
  }

  private static @Nullable Instant read(String text) {
    try {
      Instant time = Instant.parse(text).truncatedTo(ChronoUnit.MICROS);
      return time.isBefore(FIRST) || !time.isBefore(END) ? null : time;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
