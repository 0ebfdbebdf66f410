package dev.waybill.access;

/** Whose data it is. Data of another tenant does not exist for anybody. */
public record TenantId(String value) {

  @Override
  public String toString() {
    return value;
  }
}
