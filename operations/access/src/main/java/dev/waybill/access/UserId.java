package dev.waybill.access;

/** A person or program of one tenant, as its tokens name it. */
public record UserId(String value) {

  @Override
  public String toString() {
    return value;
  }
}
