package dev.waybill.activity.repeat;

import dev.waybill.activity.refused.FieldError;
import dev.waybill.activity.refused.InvalidRequestException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a client calls one request, so that it can send it again: 1 to 255 visible characters of
 * ASCII, taken as they are.
 */
public record IdempotencyKey(String value) {

  /** The header that carries it. */
  public static final String HEADER = "Idempotency-Key";

  private static final Pattern FORM = Pattern.compile("[\\x21-\\x7E]{1,255}");

  /**
   * @throws InvalidRequestException when it is no key
   */
  public IdempotencyKey {
    if (!FORM.matcher(value).matches()) {
      throw new InvalidRequestException(
          List.of(
              new FieldError(
                  HEADER, "must be 1 to 255 visible ASCII characters, such as a random UUID")));
    }
  }
}
