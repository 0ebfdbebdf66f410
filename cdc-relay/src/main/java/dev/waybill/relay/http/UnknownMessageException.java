package dev.waybill.relay.http;

import java.util.UUID;

/** There is no message of the id, or it is another tenant's, which looks the same. */
final class UnknownMessageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnknownMessageException(UUID id) {
    super("There is no message " + id + " in the outbox.");
  }
}
