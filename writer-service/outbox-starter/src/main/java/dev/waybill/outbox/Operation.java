package dev.waybill.outbox;

import org.jspecify.annotations.Nullable;

/**
 * One operation that may reach the service more than once, named by whoever asked for it, for
 * instance by the header {@code Idempotency-Key}. Its messages are staged once.
 *
 * @param tenant the tenant whose operation it is; two tenants may use one key
 * @param key what names the operation within its tenant, at most {@value #MAX_LENGTH} characters
 * @param request what was asked for, for instance the body of the request; the same key with
 *     another request is refused. Only a digest is stored. When it is null, no request is compared.
 */
public record Operation(String tenant, String key, @Nullable String request) {

  /** Longest key, in characters. */
  public static final int MAX_LENGTH = 255;

  /**
   * @throws IllegalArgumentException when tenant or key is blank, or the key is too long
   */
  public Operation {
    if (tenant.isBlank() || key.isBlank()) {
      throw new IllegalArgumentException("an operation needs a tenant and a key");
    }
    if (key.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the operation's key has " + key.length() + " characters, more than " + MAX_LENGTH);
    }
  }

  /** Names the operation without what was asked for, which may be personal. */
  @Override
  public String toString() {
    return "operation " + key + " of " + tenant;
  }
}
