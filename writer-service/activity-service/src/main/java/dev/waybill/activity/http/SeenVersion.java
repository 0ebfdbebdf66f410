package dev.waybill.activity.http;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** The version that a caller says to have seen. */
final class SeenVersion {

  private SeenVersion() {}

  /**
   * The version, if there can be one like it. Requests take it in any size, so that one too large
   * is a wrong field and no malformed body.
   */
  static @Nullable Long of(@Nullable BigInteger number) {
    return number == null || number.bitLength() >= Long.SIZE ? null : number.longValueExact();
  }

  /** The same for one in the query. */
  static @Nullable Long of(@Nullable String text) {
    return text == null || !text.matches("[0-9]{1,18}") ? null : Long.valueOf(text);
  }
}
