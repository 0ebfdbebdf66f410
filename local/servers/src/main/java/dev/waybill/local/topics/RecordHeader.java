package dev.waybill.local.topics;

import java.nio.charset.StandardCharsets;

/** A header's name and bytes. Compared by identity of the bytes. */
@SuppressWarnings("ArrayRecordComponent")
public record RecordHeader(String name, byte[] value) {
  /** The bytes as UTF-8 text. */
  public String text() {
    return new String(value, StandardCharsets.UTF_8);
  }
}
