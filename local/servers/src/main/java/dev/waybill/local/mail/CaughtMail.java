package dev.waybill.local.mail;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A mail that was caught.
 *
 * @param id its Message-ID with its angle brackets; empty when it has none
 * @param recipients whom it was addressed to on the envelope
 * @param subject decoded; empty when it has none
 * @param at when all of it had come
 * @param file its text, which goes when enough newer ones have come
 */
public record CaughtMail(
    String id, List<String> recipients, String subject, Instant at, Path file) {

  /** Recipients are copied. */
  public CaughtMail {
    recipients = List.copyOf(recipients);
  }
}
