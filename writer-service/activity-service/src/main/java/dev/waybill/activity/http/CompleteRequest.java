package dev.waybill.activity.http;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /activities/{id}/complete}.
 *
 * @param version of any size, so that one too large is a wrong field and no malformed body
 */
record CompleteRequest(@Nullable BigInteger version, @Nullable String outcome) {

  /** The version, if there can be one like it. */
  @Nullable Long possibleVersion() {
    return version == null || version.bitLength() >= Long.SIZE ? null : version.longValueExact();
  }
}
