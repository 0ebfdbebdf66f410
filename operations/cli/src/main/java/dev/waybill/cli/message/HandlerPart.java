package dev.waybill.cli.message;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What is known of a message at one of its handlers.
 *
 * @param delivery what its service says; null where it has none or was not heard
 * @param givenUp whether the relay gave up sending it the message
 * @param silent why nobody knows whether it has it; null when its service has told
 */
record HandlerPart(
    String handler, @Nullable JsonNode delivery, boolean givenUp, @Nullable String silent) {

  /** Its end or where it is on the way; what the relay gave up has no other. */
  String state() {
    if (delivery != null) {
      return delivery.path("state").asString("unknown");
    }
    if (givenUp) {
      return "not sent";
    }
    return silent == null ? "not taken in" : "unknown";
  }

  /** Whether nothing more happens there unless somebody asks for it. */
  private boolean isAtItsEnd() {
    return delivery == null ? givenUp : delivery.path("terminal").asBoolean();
  }

  /** Why the message is not complete because of it; empty when it is, or when nobody knows. */
  Optional<String> open() {
    return isAtItsEnd() || isUnknown()
        ? Optional.empty()
        : Optional.of(handler + (delivery == null ? " has not taken it in" : " has it " + state()));
  }

  /** Why nobody knows; empty when its service or the relay has told. */
  Optional<String> unknown() {
    return isUnknown() ? Optional.of(handler + ": " + silent) : Optional.empty();
  }

  private boolean isUnknown() {
    return delivery == null && !givenUp && silent != null;
  }
}
