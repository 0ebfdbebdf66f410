package dev.waybill.handler;

/** Common to everything that one request or journey caused. */
public record CorrelationId(String value) {

  @Override
  public String toString() {
    return value;
  }
}
