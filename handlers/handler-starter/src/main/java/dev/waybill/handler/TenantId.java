package dev.waybill.handler;

/** The tenant whose data a message is. Every read and write of a handler names it. */
public record TenantId(String value) {

  /**
   * @throws IllegalArgumentException when the value is blank
   */
  public TenantId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("tenant is blank");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
