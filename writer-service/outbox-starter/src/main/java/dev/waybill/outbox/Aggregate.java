package dev.waybill.outbox;

/**
 * The thing that changed, after the change.
 *
 * @param type what kind of thing, for instance {@code activity}; stable, never a class name
 * @param id its identity, as text
 * @param version its version after the change, 0 or more; subscribers compare it
 */
public record Aggregate(String type, String id, long version) {

  /**
   * @throws IllegalArgumentException when type or id is blank, or the version is below 0
   */
  public Aggregate {
    if (type.isBlank() || id.isBlank()) {
      throw new IllegalArgumentException("an aggregate needs a type and an id");
    }
    if (version < 0) {
      throw new IllegalArgumentException(
          "version of " + type + " " + id + " is " + version + ", below 0");
    }
  }
}
