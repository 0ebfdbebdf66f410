package dev.waybill.handler.outcome;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The message cannot succeed, whatever is tried: it is a dead letter at once. */
public final class DeadLetterException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final Pattern CODE = Pattern.compile("[a-z][a-z0-9-]{0,63}");

  private final String code;

  /**
   * @param code one word for all messages that fail so, {@code [a-z][a-z0-9-]*}, such as {@code
   *     unknown-account}; operators group by it
   * @param message for people; it is stored, so it holds nothing of the payload and no secret
   */
  public DeadLetterException(String code, String message, @Nullable Throwable cause) {
    super(message, cause);
    if (!CODE.matcher(code).matches()) {
      throw new IllegalArgumentException("not an error code: '" + code + "'");
    }
    this.code = code;
  }

  /** As {@link #DeadLetterException(String, String, Throwable)} without a cause. */
  public DeadLetterException(String code, String message) {
    this(code, message, null);
  }

  public String code() {
    return code;
  }
}
