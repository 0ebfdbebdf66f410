package dev.waybill.contract.message;

/** How far a message, or a field of it, may travel. Ordered from open to restricted. */
public enum Visibility {
  PUBLIC("public"),
  INTERNAL("internal"),
  PRICE_SENSITIVE("price-sensitive"),
  PERSONAL("personal");

  private final String wireName;

  Visibility(String wireName) {
    this.wireName = wireName;
  }

  /** The name in rows, envelopes and files. */
  public String wireName() {
    return wireName;
  }

  /** Whether a handler with this clearance may see what carries {@code this} visibility. */
  public boolean visibleTo(Visibility clearance) {
    return compareTo(clearance) <= 0;
  }

  /**
   * @throws IllegalArgumentException when no visibility has that name
   */
  public static Visibility ofWireName(String name) {
    for (Visibility visibility : values()) {
      if (visibility.wireName.equals(name)) {
        return visibility;
      }
    }
    throw new IllegalArgumentException(
        "no visibility is called '"
            + name
            + "': use public, internal, price-sensitive or personal");
  }
}
