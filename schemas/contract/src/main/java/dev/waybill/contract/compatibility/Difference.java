package dev.waybill.contract.compatibility;

/**
 * One way in which a schema is no longer what was released.
 *
 * @param pointer where in the schema, as a JSON Pointer (RFC 6901)
 * @param kind what was done to it
 * @param message the same for people
 */
public record Difference(String pointer, Kind kind, String message) {

  /** What was done to a released schema. */
  public enum Kind {
    REMOVED,
    RENAMED,
    NARROWED,
    WIDENED,
    DISCRIMINATOR_CHANGED,
    MADE_REQUIRED,
    MADE_OPTIONAL,
    ADDED_TO_CLOSED,
    CHANGED
  }
}
