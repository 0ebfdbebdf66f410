package dev.waybill.handler.record;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A header as it came. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RawHeader(String name, byte @Nullable [] value) {

  /** A header of text. */
  public static RawHeader text(String name, String value) {
    return new RawHeader(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
